package bookstore.billing.replay;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which dead letters are meant: those that every part agrees to.
 *
 * @param reasons any of these words; empty for all
 * @param messageIds any of these, by their exact text; empty for all
 * @param orderId null for all
 * @param olderThan time since the last failure; null for no limit. A letter that does not tell its time is neither older
 *     nor newer than any
 * @param newerThan the same
 */
public record DeadLetterFilter(
        List<String> reasons,
        List<String> messageIds,
        @Nullable UUID orderId,
        @Nullable Duration olderThan,
        @Nullable Duration newerThan) {

    /** Every dead letter. */
    public static final DeadLetterFilter ALL = new DeadLetterFilter(List.of(), List.of(), null, null, null);

    public DeadLetterFilter {
        reasons = List.copyOf(reasons);
        messageIds = List.copyOf(messageIds);
    }

    boolean accepts(DeadLetter letter, Instant now) {
        return isAnyOf(reasons, letter.reason())
                && isAnyOf(messageIds, letter.messageId())
                && (orderId == null || orderId.equals(letter.orderId()))
                && (olderThan == null || isBefore(letter.failedAt(), now.minus(olderThan)))
                && (newerThan == null || isBefore(now.minus(newerThan), letter.failedAt()));
    }

    /** A letter without the one or the other is none of those that were named. */
    private static boolean isAnyOf(List<String> named, @Nullable String value) {
        return named.isEmpty() || value != null && named.contains(value);
    }

    private static boolean isBefore(@Nullable Instant one, @Nullable Instant other) {
        return one != null && other != null && one.isBefore(other);
    }
}

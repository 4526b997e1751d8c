package bookstore.billing.inquiry;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A message that waits in a queue, or whose time in one is over.
 *
 * @param queue where it waits: a dead-letter queue, a delay queue, or the table {@code expired_message}
 * @param messageId null where it has none; any text
 * @param orderId null where its body says no order
 * @param reason why it is a dead letter; null where it waits for its next try
 * @param error one line, what failed last; null where nothing says so
 * @param attempts tries that have failed
 * @param firstFailedAt ISO 8601; null where nothing says so
 * @param failedAt ISO 8601; null where nothing says so
 * @param replays how often it was replayed
 */
public record QueuedMessage(
        String queue,
        @Nullable String messageId,
        @Nullable UUID orderId,
        @Nullable String reason,
        @Nullable String error,
        int attempts,
        @Nullable String firstFailedAt,
        @Nullable String failedAt,
        int replays) {

    /** Where it is and why, in one line. */
    public String inWords() {
        if (reason == null) {
            return "waits in " + queue + " for its next try, " + attempts + " spent"
                    + (firstFailedAt == null ? "" : ", first failed at " + firstFailedAt);
        }
        return "dead letter in " + queue + ": " + reason + (error == null ? "" : ", " + error);
    }
}

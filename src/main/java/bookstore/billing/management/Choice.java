package bookstore.billing.management;

import bookstore.billing.delivery.Topology;
import bookstore.billing.replay.DeadLetterFilter;
import bookstore.billing.replay.Source;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The dead letters that somebody means.
 *
 * @param queues the consumers', without a suffix
 * @param isGiven whether anything was said; who changes something has to
 */
record Choice(List<String> queues, Source source, DeadLetterFilter filter, boolean isGiven) {

    /**
     * Each part may be null or empty, which is: any.
     *
     * @param queue the consumer's, with or without {@code .dlq}
     * @throws IllegalArgumentException where a part cannot be read
     */
    static Choice of(
            @Nullable String queue,
            boolean expired,
            @Nullable String reason,
            @Nullable String messageId,
            @Nullable String order,
            @Nullable String olderThan,
            @Nullable String newerThan) {
        var filter = new DeadLetterFilter(
                some(reason),
                messageId == null || messageId.isEmpty() ? List.of() : List.of(messageId),
                Texts.isMissing(order) ? null : Texts.order(order),
                duration(olderThan),
                duration(newerThan));
        List<String> queues =
                Texts.isMissing(queue) ? Topology.consumedQueues() : List.of(queue.replaceFirst("[.]dlq$", ""));
        return new Choice(
                queues,
                expired ? Source.EXPIRED : Source.QUEUE,
                filter,
                !Texts.isMissing(queue) || !filter.equals(DeadLetterFilter.ALL));
    }

    /** Where a queue's letters are. */
    String place(String queue) {
        return source == Source.EXPIRED ? "expired_message, " + queue : Topology.deadLetterQueue(queue);
    }

    private static List<String> some(@Nullable String text) {
        return Texts.isMissing(text) ? List.of() : List.of(text);
    }

    private static @Nullable Duration duration(@Nullable String text) {
        return Texts.isMissing(text) ? null : Texts.duration(text);
    }
}

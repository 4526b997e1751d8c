package bookstore.billing.replay;

import java.time.Duration;
import java.util.Set;

/**
 * What decides on a replay.
 *
 * @param orderQueues the queues whose consumers read "order placed" messages
 * @param invoicingQueue the one of them whose consumer invoices and charges
 * @param inboxRetention how long an inbox remembers a message
 * @param deadLetterRetention how long a dead letter stays in its queue
 * @param keyLife how long the payment provider knows an idempotency key
 * @param consumerTimeout when the broker takes back what is held unacked
 */
public record ReplaySettings(
        Set<String> orderQueues,
        String invoicingQueue,
        Duration inboxRetention,
        Duration deadLetterRetention,
        Duration keyLife,
        Duration consumerTimeout) {

    private static final Duration LONGEST_MARGIN = Duration.ofDays(1);

    /** Of the inbox's retention. */
    private static final int MARGIN_PART = 10;

    public ReplaySettings {
        orderQueues = Set.copyOf(orderQueues);
    }

    /** How much earlier than the inbox forgets a message it is replayed no more: it needs time to wait and to be tried again. */
    public static Duration margin(Duration inboxRetention) {
        Duration part = inboxRetention.dividedBy(MARGIN_PART);
        return part.compareTo(LONGEST_MARGIN) < 0 ? part : LONGEST_MARGIN;
    }

    /** Leaves the broker a good part of its patience. */
    Duration longestRun() {
        return consumerTimeout.multipliedBy(3).dividedBy(4);
    }
}

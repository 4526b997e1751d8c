package bookstore.billing.inquiry;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of a message or an order.
 *
 * @param messageId what was asked for; null where an order was
 * @param orderId what was asked for; null where a message was
 * @param inbox messages whose work is committed, by consumer
 * @param messages those that wait for a retry or in a dead-letter queue, and those whose time there is over
 * @param discarded dead letters that were given up
 * @param events what the work of the message, or of the order's messages, has written for others, and whether it is sent
 * @param orders the order asked for, or those that the message has said
 * @param notAsked what could not be looked at and why; while this is not empty, nothing follows from what is missing
 * @param notRecorded what nobody writes down, so that no answer can have it
 */
public record Answer(
        @Nullable String messageId,
        @Nullable String orderId,
        List<InboxRow> inbox,
        List<QueuedMessage> messages,
        List<Discard> discarded,
        List<OutboxRow> events,
        List<OrderAnswer> orders,
        List<String> notAsked,
        List<String> notRecorded) {

    /** Whether nothing at all is known. */
    @JsonIgnore
    public boolean isEmpty() {
        return inbox.isEmpty()
                && messages.isEmpty()
                && discarded.isEmpty()
                && events.isEmpty()
                && orders.stream().allMatch(OrderAnswer::isEmpty);
    }
}

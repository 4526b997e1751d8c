package bookstore.billing.replay;

import bookstore.billing.order.OrderMessage;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.Message;

/**
 * A message that its consumer could not handle.
 *
 * @param queue its consumer's queue
 * @param position in the dead-letter queue, the oldest being 1; or the row's id in {@code expired_message}
 * @param messageId by which its copies are told; null where it has none
 * @param orderId as far as the body says one, even where the rest cannot be read
 * @param reason the word in its header; {@code expired} where the broker dead-lettered it
 * @param error what its last failure said, one line; null where it says nothing
 * @param attempts failed tries since it was placed or replayed last
 * @param replays how often it was replayed
 * @param firstFailedAt null where nothing tells
 * @param failedAt of the last failure; null where nothing tells
 * @param read what its consumer would read; null where it reads no orders, or could not read this one
 * @param refusal why its consumer could not read it; null where it could, or reads no orders
 * @param message as it came
 */
public record DeadLetter(
        String queue,
        long position,
        @Nullable String messageId,
        @Nullable UUID orderId,
        String reason,
        @Nullable String error,
        int attempts,
        int replays,
        @Nullable Instant firstFailedAt,
        @Nullable Instant failedAt,
        @Nullable OrderMessage read,
        @Nullable String refusal,
        Message message) {

    /**
     * What an operator is told of it, in the order in which it reads well.
     *
     * @param place where it is: a queue or a table
     */
    public Map<String, @Nullable Object> fields(String place) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("place", place);
        fields.put("queue", queue);
        fields.put("position", position);
        fields.put("messageId", messageId);
        fields.put("orderId", orderId);
        fields.put("reason", reason);
        fields.put("attempts", attempts);
        fields.put("replays", replays);
        fields.put("firstFailedAt", firstFailedAt);
        fields.put("failedAt", failedAt);
        fields.put("error", error);
        return fields;
    }
}

package bookstore.billing.dev;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.Message;

/** Events of the payment provider, as its webhooks put them into our queue. */
public final class Events {

    private Events() {}

    public static Message captured(String messageId, UUID orderId, String paymentId) {
        return event(messageId, "PaymentCaptured", orderId, paymentId);
    }

    public static Message refunded(String messageId, UUID orderId, String paymentId) {
        return event(messageId, "PaymentRefunded", orderId, paymentId);
    }

    public static Message event(@Nullable String messageId, String type, UUID orderId, String paymentId) {
        return Orders.message(messageId, body(type, orderId, paymentId));
    }

    public static String body(String type, UUID orderId, String paymentId) {
        return "{\"type\":\"" + type + "\",\"paymentId\":\"" + paymentId + "\",\"orderId\":\"" + orderId + "\"}";
    }
}

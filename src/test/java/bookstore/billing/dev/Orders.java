package bookstore.billing.dev;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.core.MessageProperties;

/** "Order placed" messages as a publisher makes them. */
public final class Orders {

    private Orders() {}

    public static Message placed(@Nullable String messageId, UUID orderId, String total, String currency) {
        return message(messageId, body(orderId, total, currency));
    }

    public static Message message(@Nullable String messageId, String body) {
        var properties = new MessageProperties();
        properties.setContentType("application/json");
        properties.setMessageId(messageId);
        return new Message(body.getBytes(StandardCharsets.UTF_8), properties);
    }

    public static Message with(Message message, Map<String, Object> headers) {
        return MessageBuilder.fromClonedMessage(message).copyHeaders(headers).build();
    }

    public static String body(UUID orderId, String total, String currency) {
        return "{\"orderId\":\"" + orderId + "\",\"total\":" + total + ",\"currency\":\"" + currency + "\"}";
    }
}

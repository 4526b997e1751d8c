package bookstore.billing.delivery;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import java.util.TreeMap;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.component.springrabbit.SpringRabbitMQConstants;
import org.jspecify.annotations.Nullable;

/**
 * The step of a route that describes a dead letter whose time is over, in the exchange's variables {@code queue} (the
 * consumer's, without a suffix), {@code messageId} (null where there is none), {@code reason} and {@code headers} (JSON).
 */
public final class ExpiredMessage {

    private static final String NO_REASON = "expired";

    private final ObjectMapper json = new ObjectMapper();

    public void describe(Exchange exchange) {
        Message message = exchange.getMessage();
        String routingKey = message.getHeader(SpringRabbitMQConstants.ROUTING_KEY, "", String.class);
        exchange.setVariable("queue", routingKey.replaceAll("\\.(expired|dlq)$", ""));
        exchange.setVariable(
                "messageId", storable(message.getHeader(SpringRabbitMQConstants.MESSAGE_ID, String.class)));
        exchange.setVariable("reason", storable(message.getHeader(DeadLetterHeaders.REASON, NO_REASON, String.class)));
        exchange.setVariable("headers", json(message.getHeaders()));
    }

    private String json(Map<String, Object> headers) {
        Map<String, Object> readable = new TreeMap<>();
        headers.forEach((name, value) -> readable.put(storable(name), readable(value)));
        try {
            return json.writeValueAsString(readable);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("texts and numbers make JSON", e);
        }
    }

    private static @Nullable Object readable(@Nullable Object value) {
        return value == null || value instanceof Number || value instanceof Boolean || value instanceof byte[]
                ? value
                : storable(value.toString());
    }

    /** PostgreSQL's text holds any character but NUL. */
    private static @Nullable String storable(@Nullable String text) {
        return text == null ? null : text.replace("\0", "");
    }
}

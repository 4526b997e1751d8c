package bookstore.billing.message;

import com.fasterxml.jackson.databind.JsonNode;
import com.rabbitmq.client.LongString;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.cloudevents.rw.CloudEventRWException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A CloudEvent whose attributes are AMQP headers: the body is what the sender says. There is no binding for AMQP 0-9-1, so
 * producers borrow: {@code cloudEvents:} and {@code cloudEvents_} from the one for AMQP 1.0, {@code ce-} from HTTP and
 * Knative's RabbitMQ binding, {@code ce_} from Kafka's.
 */
final class BinaryCloudEvent implements Shape {

    private static final List<String> PREFIXES = List.of("cloudEvents:", "cloudEvents_", "ce-", "ce_");

    private static final String VERSION = "specversion";

    static boolean isIn(Incoming message) {
        Map<String, Object> headers = inAnyCase(message);
        return PREFIXES.stream().anyMatch(prefix -> headers.containsKey(prefix + VERSION));
    }

    @Override
    public @Nullable Content open(Incoming message, JsonNode body) {
        Map<String, Object> headers = inAnyCase(message);
        for (String prefix : PREFIXES) {
            if (headers.containsKey(prefix + VERSION)) {
                return new Content(body, ids(headers, prefix));
            }
        }
        return null;
    }

    private static List<String> ids(Map<String, Object> headers, String prefix) {
        if (!"1.0".equals(text(headers.get(prefix + VERSION)))) {
            throw EventIds.noEvent();
        }
        try {
            var event = CloudEventBuilder.v1();
            for (String attribute : List.of("id", "source", "type")) {
                String value = text(headers.get(prefix + attribute));
                if (value != null) {
                    event.withContextAttribute(attribute, value);
                }
            }
            return EventIds.of(event.build());
        } catch (CloudEventRWException | IllegalStateException e) {
            throw EventIds.noEvent();
        }
    }

    /** A text beyond 1,024 bytes comes as the client's own type. */
    private static @Nullable String text(@Nullable Object value) {
        return value instanceof String || value instanceof LongString ? value.toString() : null;
    }

    private static Map<String, Object> inAnyCase(Incoming message) {
        var headers = new TreeMap<String, Object>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(message.headers());
        return headers;
    }
}

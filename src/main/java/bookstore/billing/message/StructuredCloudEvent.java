package bookstore.billing.message;

import bookstore.billing.delivery.RefusedMessageException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudevents.CloudEvent;
import io.cloudevents.CloudEventData;
import io.cloudevents.jackson.JsonCloudEventData;
import io.cloudevents.jackson.JsonFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A CloudEvent in JSON: what the sender says is {@code data}, as an object or as JSON text, or {@code data_base64}. Everything
 * else in the event, a {@code total} too, is not the sender's.
 */
final class StructuredCloudEvent implements Shape {

    private static final String CONTENT_TYPE = "application/cloudevents+json";

    /**
     * The rest (time, subject, extensions) says nothing to billing, so a mistake there is none of its business. Nor
     * does {@code datacontenttype}: the data is JSON or refused, and the library's pattern for it knows no {@code
     * application/vnd.acme+json} and can be kept busy for ever by many semicolons.
     */
    private static final Set<String> READ = Set.of("specversion", "id", "source", "type", "data", "data_base64");

    private final StrictJson json;

    /** Not the library's own JsonFormat, which reads amounts as doubles. */
    private final JsonMapper events = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .addModule(JsonFormat.getCloudEventJacksonModule())
            .build();

    StructuredCloudEvent(StrictJson json) {
        this.json = json;
    }

    @Override
    public @Nullable Content open(Incoming message, JsonNode body) {
        boolean unmistakable = Fields.find(body, "specversion") != null;
        // some producers of the binary mode put the structured mode's content type on plain data
        boolean labelled = message.isLabelled(CONTENT_TYPE) && !BinaryCloudEvent.isIn(message);
        if (!unmistakable && !labelled) {
            return null;
        }
        CloudEvent event = event(body);
        return new Content(said(event.getData()), EventIds.of(event));
    }

    private CloudEvent event(JsonNode body) {
        if (!(body instanceof ObjectNode whole)) {
            throw Refusal.invalid("the CloudEvent is no JSON object");
        }
        try {
            // the library takes out of the tree what it has read
            return events.treeToValue(whole.deepCopy().retain(READ), CloudEvent.class);
        } catch (JsonProcessingException e) {
            throw EventIds.noEvent();
        }
    }

    /** @throws RefusedMessageException where there is none */
    private JsonNode said(@Nullable CloudEventData data) {
        if (data == null) {
            throw Refusal.invalid("the CloudEvent has no data");
        }
        if (data instanceof JsonCloudEventData tree) {
            JsonNode node = tree.getNode();
            return node.isTextual() ? json.parse(node.textValue()) : node;
        }
        return json.parse(Utf8.decode(data.toBytes()));
    }
}

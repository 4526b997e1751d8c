package bookstore.billing.message;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What MassTransit 8 writes by default: what the sender says is {@code message}, its id {@code messageId}. Everything
 * else in the envelope, a {@code total} too, is not the sender's.
 */
final class MassTransitEnvelope implements Shape {

    private static final String CONTENT_TYPE = "application/vnd.masstransit+json";

    @Override
    public @Nullable Content open(Incoming message, JsonNode body) {
        boolean labelled = message.isLabelled(CONTENT_TYPE);
        if (!labelled && !body.isObject()) {
            return null;
        }
        JsonNode said = Fields.find(body, "message");
        // whatever the label says: these two together are nobody else's
        boolean unmistakable = Fields.find(body, "messageType") != null && said != null && said.isObject();
        if (!labelled && !unmistakable) {
            return null;
        }
        if (said == null || !said.isObject()) {
            throw Refusal.invalid("the MassTransit envelope holds no message");
        }
        JsonNode id = Fields.find(body, "messageId");
        return new Content(said, id == null || !id.isTextual() ? List.of() : List.of(id.textValue()));
    }
}

package bookstore.billing.message;

import bookstore.billing.delivery.RefusedMessageException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Opens a message by the first shape that it has. */
public final class Shapes {

    private final StrictJson json = new StrictJson();

    private final List<Shape> shapes =
            List.of(new MassTransitEnvelope(), new StructuredCloudEvent(json), new BinaryCloudEvent(), new RawJson());

    /** @throws RefusedMessageException where the message has no id, or none of the shapes in its right form */
    public OpenedMessage open(Incoming message) {
        Content content = content(message);
        return new OpenedMessage(MessageId.of(message, content), content.said());
    }

    private Content content(Incoming message) {
        JsonNode body = json.parse(Utf8.text(message));
        for (Shape shape : shapes) {
            Content content = shape.open(message, body);
            if (content != null) {
                return content;
            }
        }
        throw new IllegalStateException("raw JSON takes what no other shape takes");
    }
}

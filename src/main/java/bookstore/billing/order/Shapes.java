package bookstore.billing.order;

import bookstore.billing.delivery.RefusedMessageException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Reads a message by the first shape that it has. */
final class Shapes {

    private final StrictJson json = new StrictJson();

    private final List<Shape> shapes =
            List.of(new MassTransitEnvelope(), new StructuredCloudEvent(json), new BinaryCloudEvent(), new RawJson());

    /** @throws RefusedMessageException where the message has no id, or says no order */
    OrderMessage read(Incoming message) {
        Content content = open(message);
        return new OrderMessage(MessageId.of(message, content), OrderJson.read(content.order()));
    }

    /** @throws RefusedMessageException where the message has no id, or says no invoice */
    InvoiceCreated readEvent(Incoming message) {
        Content content = open(message);
        return OrderJson.readEvent(MessageId.of(message, content), content.order());
    }

    private Content open(Incoming message) {
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

package bookstore.billing.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.util.Date;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageDeliveryMode;
import org.springframework.amqp.core.MessageProperties;

/** What stands around an event when it is published: the setting {@code billing.outbox.envelope}. */
public enum Envelope {
    /** The event alone. */
    NONE("application/json") {
        @Override
        String around(OutboxEvent event, String namespace) {
            return event.body();
        }
    },
    /** What MassTransit 8 reads by default; the message types that it knows are told by their .NET namespace. */
    MASSTRANSIT("application/vnd.masstransit+json") {
        @Override
        String around(OutboxEvent event, String namespace) throws JsonProcessingException {
            ObjectNode envelope = JSON.createObjectNode();
            envelope.put("messageId", event.messageId());
            envelope.putArray("messageType").add("urn:message:" + namespace + ":" + event.type());
            // as it is: whatever read the numbers in between might write them otherwise
            envelope.putRawValue("message", new RawValue(event.body()));
            envelope.put("sentTime", event.createdAt().toString());
            envelope.putObject("headers");
            return JSON.writeValueAsString(envelope);
        }
    };

    private static final ObjectMapper JSON = new ObjectMapper();

    private final String contentType;

    Envelope(String contentType) {
        this.contentType = contentType;
    }

    abstract String around(OutboxEvent event, String namespace) throws JsonProcessingException;

    /** The same bytes and properties at every sending. */
    Message message(OutboxEvent event, String namespace) {
        var properties = new MessageProperties();
        properties.setMessageId(event.messageId());
        properties.setType(event.type());
        properties.setContentType(contentType);
        properties.setDeliveryMode(MessageDeliveryMode.PERSISTENT);
        properties.setTimestamp(Date.from(event.createdAt()));
        try {
            return new Message(around(event, namespace).getBytes(UTF_8), properties);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an envelope of texts can be written", e);
        }
    }
}

package bookstore.billing.outbox;

import bookstore.billing.delivery.BatchPublisher;
import bookstore.billing.outbox.Outcomes.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.core.Message;

/** Publishes a batch of the outbox, each event to the exchange of its type. */
public final class EventPublisher {

    private final BatchPublisher publisher;
    private final Envelope envelope;
    private final String namespace;

    /** @param namespace of .NET, for the envelope that names one */
    public EventPublisher(BatchPublisher publisher, Envelope envelope, String namespace) {
        this.publisher = publisher;
        this.envelope = envelope;
        this.namespace = namespace;
    }

    /**
     * @param rows of {@code outbox_message}, no two of one key: what is confirmed here may have come in any order
     * @throws AmqpException where it is not known what became of one of them; all of them are to be sent again then
     */
    public Outcomes publish(List<Map<String, Object>> rows) {
        List<OutboxEvent> events = rows.stream().map(OutboxEvent::of).toList();
        Map<String, List<Message>> byExchange = new LinkedHashMap<>();
        for (OutboxEvent event : events) {
            byExchange
                    .computeIfAbsent(event.exchange(), any -> new ArrayList<>())
                    .add(envelope.message(event, namespace));
        }
        Map<String, String> refused = new HashMap<>();
        byExchange.forEach((exchange, messages) -> refused.putAll(publisher.publish(exchange, messages)));
        return new Outcomes(events.stream()
                .map(event -> new Outcome(event.id(), event.messageId(), event.key(), refused.get(event.messageId())))
                .toList());
    }
}

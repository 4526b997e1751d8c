package bookstore.billing.payment;

import bookstore.billing.delivery.RefusedMessageException;
import bookstore.billing.message.Incoming;
import bookstore.billing.message.OpenedMessage;
import bookstore.billing.message.Shapes;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.apache.camel.Exchange;

/**
 * The step of a route that reads and checks an event of the payment provider, in any of the shapes of a message. It has no
 * effect but on the exchange, where it sets the variables {@code messageId}, {@code fingerprint}, {@code replayed} and
 * {@code ignored}; and for an event that is not ignored {@code type}, {@code orderId} (a UUID), {@code paymentId},
 * {@code status} (what the payment becomes), {@code from} (what it has to be for that) and {@code waited} (a Duration).
 */
public final class PaymentEventReader {

    private final Shapes shapes = new Shapes();
    private final Set<String> ignored;

    /** @param ignored types of events that change nothing here, by their exact letters; those that are known are not ignored */
    public PaymentEventReader(Collection<String> ignored) {
        this.ignored = Set.copyOf(ignored);
    }

    /** @throws RefusedMessageException where the message has no id, or says no event that is known or ignored */
    public void read(Exchange exchange) {
        Incoming message = Incoming.of(exchange.getMessage());
        OpenedMessage opened = shapes.open(message);
        String type = PaymentEvent.type(opened.said());
        boolean leftAlone = isIgnored(type);
        exchange.setVariable("messageId", opened.id());
        exchange.setVariable("replayed", message.isReplayed());
        exchange.setVariable("ignored", leftAlone);
        if (leftAlone) {
            exchange.setVariable("fingerprint", "event " + type);
            return;
        }
        PaymentEvent event = PaymentEvent.read(type, opened.said());
        PaymentStatus status = event.type().status();
        exchange.setVariable("fingerprint", event.fingerprint());
        exchange.setVariable("type", event.type().word());
        exchange.setVariable("orderId", event.orderId());
        exchange.setVariable("paymentId", event.paymentId());
        exchange.setVariable("status", status.word());
        exchange.setVariable(
                "from", Objects.requireNonNull(status.from(), "an event moves").word());
        exchange.setVariable("waited", message.sinceFirstFailure());
    }

    /**
     * The order that an event outside a route speaks of.
     *
     * @throws RefusedMessageException where it says none
     */
    public UUID orderId(org.springframework.amqp.core.Message message) {
        JsonNode event = shapes.open(Incoming.of(message)).said();
        return PaymentEvent.read(PaymentEvent.type(event), event).orderId();
    }

    private boolean isIgnored(String type) {
        return ignored.contains(type) && EventType.of(type).isEmpty();
    }
}

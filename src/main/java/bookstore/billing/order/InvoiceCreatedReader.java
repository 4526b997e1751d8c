package bookstore.billing.order;

import bookstore.billing.delivery.RefusedMessageException;
import bookstore.billing.message.Incoming;
import bookstore.billing.message.OpenedMessage;
import bookstore.billing.message.Shapes;
import org.apache.camel.Exchange;
import org.springframework.amqp.core.Message;

/**
 * The step of a route that reads and checks an "invoice created" event, in any of the shapes of an order. It has no effect but
 * on the exchange, where it sets the variables of {@link OrderReader}, and {@code invoiceId} (a UUID) beside them.
 */
public final class InvoiceCreatedReader {

    private final Shapes shapes = new Shapes();

    /** @throws RefusedMessageException where the message has no id, or says no invoice */
    public void read(Exchange exchange) {
        Incoming message = Incoming.of(exchange.getMessage());
        InvoiceCreated event = read(message);
        exchange.setVariable("messageId", event.id());
        exchange.setVariable("orderId", event.orderId());
        exchange.setVariable("invoiceId", event.invoiceId());
        exchange.setVariable("amount", event.amount().amount());
        exchange.setVariable("currency", event.amount().currency());
        exchange.setVariable("fingerprint", event.fingerprint());
        exchange.setVariable("replayed", message.isReplayed());
    }

    /**
     * Reads an event outside a route, as the route would.
     *
     * @throws RefusedMessageException where the message has no id, or says no invoice
     */
    public InvoiceCreated read(Message message) {
        return read(Incoming.of(message));
    }

    private InvoiceCreated read(Incoming message) {
        OpenedMessage opened = shapes.open(message);
        return OrderJson.readEvent(opened.id(), opened.said());
    }
}

package bookstore.billing.order;

import bookstore.billing.delivery.RefusedMessageException;
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
        InvoiceCreated event = shapes.readEvent(Incoming.of(exchange.getMessage()));
        exchange.setVariable("messageId", event.id());
        exchange.setVariable("orderId", event.orderId());
        exchange.setVariable("invoiceId", event.invoiceId());
        exchange.setVariable("amount", event.amount().amount());
        exchange.setVariable("currency", event.amount().currency());
        exchange.setVariable("fingerprint", event.fingerprint());
        exchange.setVariable("replayed", Incoming.isReplayed(exchange.getMessage()));
    }

    /**
     * Reads an event outside a route, as the route would.
     *
     * @throws RefusedMessageException where the message has no id, or says no invoice
     */
    public InvoiceCreated read(Message message) {
        return shapes.readEvent(Incoming.of(message));
    }
}

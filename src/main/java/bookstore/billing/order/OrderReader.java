package bookstore.billing.order;

import bookstore.billing.delivery.RefusedMessageException;
import org.apache.camel.Exchange;
import org.apache.camel.Message;

/**
 * The step of a route that reads and checks an "order placed" message, in any of its shapes. It has no effect but on
 * the exchange, where it sets the variables {@code messageId}, {@code orderId} (a UUID), {@code amount} (a BigDecimal
 * with exactly the currency's decimals), {@code currency}, {@code fingerprint} and {@code replayed}: what the later
 * steps need, in a place that no sender can reach with a header.
 */
public final class OrderReader {

    private final Shapes shapes = new Shapes();

    /** @throws RefusedMessageException where the message has no id, or says no order */
    public void read(Exchange exchange) {
        Message message = exchange.getMessage();
        OrderMessage read = shapes.read(Incoming.of(message));
        OrderPlaced order = read.order();
        exchange.setVariable("messageId", read.id());
        exchange.setVariable("orderId", order.orderId());
        exchange.setVariable("amount", order.total().amount());
        exchange.setVariable("currency", order.total().currency());
        exchange.setVariable("fingerprint", order.fingerprint());
        exchange.setVariable("replayed", Incoming.isReplayed(message));
    }

    /**
     * Reads a message outside a route, as the route would.
     *
     * @throws RefusedMessageException where the message has no id, or says no order
     */
    public OrderMessage read(org.springframework.amqp.core.Message message) {
        return shapes.read(Incoming.of(message));
    }
}

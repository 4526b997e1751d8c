package bookstore.billing.delivery;

import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.component.springrabbit.SpringRabbitMQConstants;

/**
 * The step of a route that describes a dead letter whose time is over, in the exchange's variables {@code queue} (the
 * consumer's, without a suffix), {@code messageId} (null where there is none), {@code reason} and {@code headers} (JSON).
 */
public final class ExpiredMessage {

    private static final String NO_REASON = "expired";

    public void describe(Exchange exchange) {
        Message message = exchange.getMessage();
        String routingKey = message.getHeader(SpringRabbitMQConstants.ROUTING_KEY, "", String.class);
        exchange.setVariable("queue", routingKey.replaceAll("\\.(expired|dlq)$", ""));
        exchange.setVariable(
                "messageId", StoredMessage.text(message.getHeader(SpringRabbitMQConstants.MESSAGE_ID, String.class)));
        exchange.setVariable(
                "reason", StoredMessage.text(message.getHeader(DeadLetterHeaders.REASON, NO_REASON, String.class)));
        exchange.setVariable("headers", StoredMessage.headers(message.getHeaders()));
    }
}

package bookstore.billing.delivery;

import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageProperties;
import org.springframework.amqp.support.converter.MessageConverter;

/**
 * Gives a route the body's bytes as they came. Camel's default decodes {@code text/*} by whatever charset the message
 * or the JVM names, and replaces what does not fit.
 */
public final class ExactBody implements MessageConverter {

    @Override
    public Object fromMessage(Message message) {
        return message.getBody();
    }

    @Override
    public Message toMessage(Object body, MessageProperties properties) {
        return new Message((byte[]) body, properties);
    }
}

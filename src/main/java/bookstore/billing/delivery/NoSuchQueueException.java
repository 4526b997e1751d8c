package bookstore.billing.delivery;

import org.springframework.amqp.AmqpException;

/** A message was returned by the broker, since there is no queue for it. */
final class NoSuchQueueException extends AmqpException {

    private static final long serialVersionUID = 1L;

    NoSuchQueueException(String text) {
        super(text);
    }
}

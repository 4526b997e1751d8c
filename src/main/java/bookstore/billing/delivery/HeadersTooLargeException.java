package bookstore.billing.delivery;

import org.springframework.amqp.AmqpException;

/** The headers of a message do not fit into one AMQP frame. */
final class HeadersTooLargeException extends AmqpException {

    private static final long serialVersionUID = 1L;

    HeadersTooLargeException(Throwable cause) {
        super(cause);
    }
}

package bookstore.billing.delivery;

import java.time.Instant;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;

/** Sends dead letters back to the queue that they came from. */
public final class ReplayPublisher {

    private final ConfirmedPublisher publisher;

    public ReplayPublisher(ConnectionFactory connections) {
        this.publisher = new ConfirmedPublisher(connections);
    }

    /**
     * Returns when the broker has confirmed that the queue holds the copy: id, body and headers as they came, the
     * replay counted in {@value DeadLetterHeaders#REPLAYS}, and nothing left of the last failure. As elsewhere, a
     * sender's headers give way where ours do not fit beside them.
     *
     * @param queue the consumer's
     * @param firstFailedAt when the message failed for the first time, by the letter's header or else as far as known
     * @throws AmqpException where it is not certain that the queue has the copy; it may have it all the same
     */
    public void publish(String queue, Message letter, Instant firstFailedAt) {
        Message copy = Successor.replayOf(letter, firstFailedAt);
        try {
            publisher.publish(queue, copy);
        } catch (HeadersTooLargeException e) {
            Successor.dropSendersHeaders(copy);
            publisher.publish(queue, copy);
        }
    }
}

package bookstore.billing.replay;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import java.io.IOException;
import java.util.Map;

/**
 * Keeps two commands from holding the dead letters of one queue, each of which would see half of them.
 *
 * <p>It is a queue that belongs to one connection, with a consumer that belongs to one channel: RabbitMQ refuses both to
 * everybody else, and both end with the connection, also where its process is killed. An exclusive consumer on the
 * dead-letter queue would not do, since quorum queues let others in beside it.
 */
final class QueueLock {

    private QueueLock() {}

    /**
     * Holds until the channel is closed.
     *
     * @throws LettersHeldException where another command holds them
     */
    static void take(Channel channel, String deadLetterQueue) {
        String name = deadLetterQueue + ".held";
        try {
            channel.queueDeclare(name, false, true, true, Map.of());
            channel.basicConsume(name, true, "", true, true, Map.of(), new DefaultConsumer(channel));
        } catch (IOException e) {
            throw new LettersHeldException("another command is at work on " + deadLetterQueue
                    + ": repeat this one when that has ended (" + BrokerText.of(e) + ")");
        }
    }
}

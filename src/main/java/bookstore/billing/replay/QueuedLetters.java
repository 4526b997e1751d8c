package bookstore.billing.replay;

import bookstore.billing.delivery.Topology;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Delivery;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.connection.RabbitUtils;
import org.springframework.amqp.rabbit.support.DefaultMessagePropertiesConverter;

/**
 * The dead letters of a queue, held as unacked deliveries of one consumer on one channel, all of them before the first
 * is touched: what is dead-lettered again during the work is not among them.
 *
 * <p>Closing the channel is what puts them back. RabbitMQ 3.10 then has a quorum queue as it was, while a nack of all
 * of them, and any use of basic.get, leaves it shuffled. What it costs is one more {@code x-delivery-count}.
 */
final class QueuedLetters implements HeldLetters {

    /** The largest prefetch that AMQP can say. */
    static final int MOST = 65_535;

    private static final long MOST_BYTES = 256L << 20;
    private static final Duration QUIET = Duration.ofSeconds(3);
    private static final Duration BACK = Duration.ofSeconds(5);

    private final String queue;
    private final String deadLetterQueue;
    private final Channel lock;
    private final Channel channel;
    private final LetterReader reader;
    private final DiscardedMessages discarded;
    private final List<DeadLetter> letters = new ArrayList<>();
    private final Map<Long, Long> tagsByPosition = new HashMap<>();
    private int extra;
    private long beyond;

    /** @throws NoDeadLettersException where there is no such queue */
    QueuedLetters(String queue, ConnectionFactory connections, LetterReader reader, DiscardedMessages discarded) {
        this.queue = queue;
        this.deadLetterQueue = Topology.deadLetterQueue(queue);
        this.reader = reader;
        this.discarded = discarded;
        // channels of its own: Spring's would be kept for others when it is closed, with all that it holds
        Connection connection =
                Objects.requireNonNull(connections.createConnection().getDelegate(), "a connection to the broker");
        try {
            this.lock = connection.createChannel();
            this.channel = connection.createChannel();
        } catch (IOException e) {
            throw new AmqpException("no channel: " + BrokerText.of(e), e);
        }
        try {
            requireQueue(connection);
            QueueLock.take(lock, deadLetterQueue);
            hold();
        } catch (IOException e) {
            close();
            throw new AmqpException("the dead letters of " + queue + " could not be taken: " + BrokerText.of(e), e);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** On a channel that the broker closes where there is none. */
    private void requireQueue(Connection connection) throws IOException {
        Channel asking = connection.createChannel();
        try {
            asking.queueDeclarePassive(deadLetterQueue);
        } catch (IOException e) {
            throw new NoDeadLettersException("the broker has no queue " + deadLetterQueue + ": " + BrokerText.of(e));
        } finally {
            RabbitUtils.closeChannel(asking);
        }
    }

    private void hold() throws IOException {
        long there = channel.messageCount(deadLetterQueue);
        long wanted = Math.min(there, MOST);
        if (wanted > 0) {
            take(wanted);
        }
        beyond = there - letters.size();
    }

    private void take(long wanted) throws IOException {
        BlockingQueue<Delivery> deliveries = new LinkedBlockingQueue<>();
        channel.basicQos((int) wanted);
        String consumer = channel.basicConsume(
                deadLetterQueue, false, (tag, delivery) -> deliveries.add(delivery), (tag, why) -> {});
        long bytes = 0;
        while (letters.size() < wanted && bytes < MOST_BYTES) {
            Delivery next = next(deliveries);
            if (next == null) {
                // the others have expired meanwhile
                break;
            }
            bytes += next.getBody().length;
            add(next);
        }
        channel.basicCancel(consumer);
        extra = deliveries.size();
    }

    private static @Nullable Delivery next(BlockingQueue<Delivery> deliveries) {
        try {
            return deliveries.poll(QUIET.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the dead letters come", e);
        }
    }

    private void add(Delivery delivery) {
        var properties = new DefaultMessagePropertiesConverter()
                .toMessageProperties(delivery.getProperties(), delivery.getEnvelope(), "UTF-8");
        var message = new Message(delivery.getBody(), properties);
        DeadLetter letter = reader.read(queue, letters.size() + 1L, message);
        letters.add(letter);
        tagsByPosition.put(letter.position(), delivery.getEnvelope().getDeliveryTag());
    }

    @Override
    public String queue() {
        return queue;
    }

    @Override
    public List<DeadLetter> letters() {
        return List.copyOf(letters);
    }

    @Override
    public long beyond() {
        return beyond;
    }

    @Override
    public void replayed(DeadLetter letter) {
        ack(letter);
    }

    /** The record commits first: a process that ends in between leaves a letter that is recorded and still there. */
    @Override
    public void discard(DeadLetter letter, String reason, String user) {
        discarded.record(deadLetterQueue, letter, reason, user);
        ack(letter);
    }

    private void ack(DeadLetter letter) {
        try {
            channel.basicAck(tagsByPosition.get(letter.position()), false);
            tagsByPosition.remove(letter.position());
        } catch (IOException | com.rabbitmq.client.AlreadyClosedException e) {
            throw new AmqpException(
                    "the broker has taken the dead letters of " + queue + " back: " + BrokerText.of(e), e);
        }
    }

    /** Returns when the queue has its letters again, so that the next command finds them. */
    @Override
    public void close() {
        RabbitUtils.closeChannel(channel);
        awaitReturn();
        RabbitUtils.closeChannel(lock);
    }

    private void awaitReturn() {
        Instant end = Instant.now().plus(BACK);
        try {
            while (lock.isOpen()
                    && lock.messageCount(deadLetterQueue) < tagsByPosition.size() + extra
                    && Instant.now().isBefore(end)) {
                LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            }
        } catch (IOException e) {
            // the connection has gone, and the letters are back by that
            RabbitUtils.closeChannel(lock);
        }
    }
}

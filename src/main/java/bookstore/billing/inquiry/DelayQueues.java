package bookstore.billing.inquiry;

import bookstore.billing.delivery.DeadLetterHeaders;
import bookstore.billing.delivery.OneLine;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Delivery;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageProperties;
import org.springframework.amqp.rabbit.connection.Connection;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.connection.RabbitUtils;
import org.springframework.amqp.rabbit.support.DefaultMessagePropertiesConverter;

/**
 * Looks at the messages that wait for their next try.
 *
 * <p>They are taken by a consumer that acks none of them, and its channel's end puts them back: a quorum queue then has its
 * old order, which it has not after any basic.get. A retry whose time comes meanwhile is late by as long as the look
 * takes.
 */
public final class DelayQueues {

    /** The largest prefetch that AMQP can say. */
    private static final int MOST = 65_535;

    private static final Duration QUIET = Duration.ofSeconds(2);

    private final ConnectionFactory connections;
    private final List<String> queues;
    private final Function<Message, @Nullable UUID> orders;

    /** @param orders what order a message says; null where it says none */
    public DelayQueues(ConnectionFactory connections, List<String> queues, Function<Message, @Nullable UUID> orders) {
        this.connections = connections;
        this.queues = List.copyOf(queues);
        this.orders = orders;
    }

    /** @throws AmqpException where the broker could not be asked */
    public void each(Consumer<QueuedMessage> look) {
        Connection connection = connections.createConnection();
        for (String queue : queues) {
            Channel channel = ownChannel(connection);
            try {
                look(channel, queue, look);
            } catch (IOException e) {
                if (channel.isOpen()) {
                    throw new AmqpException("the queue " + queue + " could not be looked at", e);
                }
                // a queue that is not there, which closes its channel: nothing waits in it
            } finally {
                RabbitUtils.closeChannel(channel);
            }
        }
    }

    /** Closed for good when it is closed, where Spring's would be kept for others with all that it holds. */
    private static Channel ownChannel(Connection connection) {
        Channel channel = connection.createChannel(false);
        RabbitUtils.setPhysicalCloseRequired(channel, true);
        return channel;
    }

    private void look(Channel channel, String queue, Consumer<QueuedMessage> look) throws IOException {
        long wanted = Math.min(channel.messageCount(queue), MOST);
        if (wanted == 0) {
            return;
        }
        BlockingQueue<Delivery> deliveries = new LinkedBlockingQueue<>();
        channel.basicQos((int) wanted);
        channel.basicConsume(queue, false, (tag, delivery) -> deliveries.add(delivery), (tag, why) -> {});
        for (long seen = 0; seen < wanted; seen++) {
            Delivery next = next(deliveries);
            if (next == null) {
                // the others have gone on to their next try
                return;
            }
            look.accept(read(queue, next));
        }
    }

    private static @Nullable Delivery next(BlockingQueue<Delivery> deliveries) {
        try {
            return deliveries.poll(QUIET.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a queue was looked at", e);
        }
    }

    private QueuedMessage read(String queue, Delivery delivery) {
        MessageProperties properties = new DefaultMessagePropertiesConverter()
                .toMessageProperties(delivery.getProperties(), delivery.getEnvelope(), "UTF-8");
        return new QueuedMessage(
                queue,
                properties.getMessageId(),
                orders.apply(new Message(delivery.getBody(), properties)),
                null,
                text(properties, DeadLetterHeaders.ERROR),
                number(properties, DeadLetterHeaders.ATTEMPTS),
                text(properties, DeadLetterHeaders.FIRST_FAILED_AT),
                text(properties, DeadLetterHeaders.FAILED_AT),
                number(properties, DeadLetterHeaders.REPLAYS));
    }

    private static @Nullable String text(MessageProperties properties, String header) {
        Object value = properties.getHeader(header);
        return value == null ? null : OneLine.of(value.toString());
    }

    private static int number(MessageProperties properties, String header) {
        return properties.getHeader(header) instanceof Number number ? Math.max(0, number.intValue()) : 0;
    }
}

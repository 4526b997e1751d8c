package bookstore.billing.delivery;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ReturnListener;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.connection.RabbitUtils;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.rabbit.support.DefaultMessagePropertiesConverter;
import org.springframework.amqp.rabbit.support.MessagePropertiesConverter;

/**
 * Publishes mandatory and returns only when the broker has confirmed that a queue holds the message.
 *
 * <p>It speaks to the channel itself, since Spring's own correlated confirms add a header to the message, and ours
 * leaves as it came.
 */
final class ConfirmedPublisher {

    private static final Duration CONFIRM_TIMEOUT = Duration.ofSeconds(10);

    private final RabbitTemplate template;
    private final MessagePropertiesConverter properties = new DefaultMessagePropertiesConverter();

    ConfirmedPublisher(ConnectionFactory connectionFactory) {
        this.template = new RabbitTemplate(connectionFactory);
        // a connection of its own: a broker that blocks publishers must not block the consumers' acks
        this.template.setUsePublisherConnection(true);
    }

    /**
     * @throws HeadersTooLargeException where the message's headers do not fit into a frame
     * @throws NoSuchQueueException where the broker has no queue of that name
     * @throws AmqpException where it is not certain that a queue has the message; it may have it all the same
     */
    void publish(String queue, Message message) {
        template.execute(channel -> {
            publish(channel, queue, message);
            return null;
        });
    }

    private void publish(Channel channel, String queue, Message message) throws Exception {
        var returned = new AtomicReference<@Nullable String>();
        ReturnListener onReturn = (code, text, exchange, key, props, body) -> returned.set(text);
        channel.confirmSelect();
        channel.addReturnListener(onReturn);
        try {
            send(channel, queue, message);
            if (!channel.waitForConfirms(CONFIRM_TIMEOUT.toMillis())) {
                throw new AmqpException("the broker refused a message for queue " + queue);
            }
        } catch (Exception e) {
            // a publish that this channel still waits for would hold up the confirms of the next one
            RabbitUtils.setPhysicalCloseRequired(channel, true);
            throw e;
        } finally {
            channel.removeReturnListener(onReturn);
        }
        // the broker sends the return before the confirm, so it is known by now
        String reason = returned.get();
        if (reason != null) {
            throw new NoSuchQueueException("the broker has no queue " + queue + ": " + reason);
        }
    }

    private void send(Channel channel, String queue, Message message) throws IOException {
        try {
            channel.basicPublish(
                    "",
                    queue,
                    true,
                    properties.fromMessageProperties(message.getMessageProperties(), "UTF-8"),
                    message.getBody());
        } catch (IllegalArgumentException e) {
            // the client's check before it sends: the header frame exceeds the connection's frame_max
            throw new HeadersTooLargeException(e);
        }
    }
}

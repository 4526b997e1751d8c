package bookstore.billing.delivery;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.connection.ChannelProxy;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.connection.RabbitUtils;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.rabbit.support.DefaultMessagePropertiesConverter;
import org.springframework.amqp.rabbit.support.MessagePropertiesConverter;

/** Publishes many messages mandatory, and waits for the broker's word on all of them at once. */
public final class BatchPublisher {

    private static final Duration CONFIRM_TIMEOUT = Duration.ofSeconds(10);

    private final RabbitTemplate template;
    private final MessagePropertiesConverter properties = new DefaultMessagePropertiesConverter();

    private final Consumer<String> missing;

    /** @param missing is told of an exchange that is not there, to declare it again where it is one of ours */
    public BatchPublisher(ConnectionFactory connectionFactory, Consumer<String> missing) {
        this.missing = missing;
        this.template = new RabbitTemplate(connectionFactory);
        // a connection of its own: a broker that blocks publishers must not block the consumers' acks
        this.template.setUsePublisherConnection(true);
    }

    /**
     * Returns when the broker has confirmed or refused each of the messages.
     *
     * @param messages each with an id of its own; published in this order
     * @return why, in one line, by message id, of those that no queue has
     * @throws AmqpException where it is not known what became of one of them; a queue may have each of them all the same
     */
    public Map<String, String> publish(String exchange, List<Message> messages) {
        ConfirmedBatch batch = new ConfirmedBatch();
        AMQP.Channel.Close closed = template.execute(channel -> publish(channel, exchange, messages, batch));
        if (closed == null) {
            return batch.refused();
        }
        if (closed.getReplyCode() == AMQP.NOT_FOUND) {
            missing.accept(exchange);
        }
        List<Message> open =
                messages.stream().filter(message -> batch.isOpen(id(message))).toList();
        Map<String, String> refused = new HashMap<>(batch.refused());
        if (open.size() > 1 && closed.getReplyCode() != AMQP.NOT_FOUND) {
            // one of them closes the channel for all; alone, it closes it for itself
            open.forEach(message -> refused.putAll(publish(exchange, List.of(message))));
        } else {
            open.forEach(message -> refused.put(id(message), OneLine.of(closed.getReplyText())));
        }
        return refused;
    }

    /** @return the broker's refusal of what it has not confirmed; null where it has spoken of all messages */
    private AMQP.Channel.@Nullable Close publish(
            Channel proxy, String exchange, List<Message> messages, ConfirmedBatch batch) throws Exception {
        // Spring's would open another channel in the place of one that the broker has closed, and that one has no
        // confirms
        Channel channel = ((ChannelProxy) proxy).getTargetChannel();
        channel.confirmSelect();
        channel.addConfirmListener(batch);
        channel.addReturnListener(batch);
        try {
            for (Message message : messages) {
                batch.publishing(channel.getNextPublishSeqNo(), id(message));
                send(channel, exchange, message);
            }
            channel.waitForConfirms(CONFIRM_TIMEOUT.toMillis());
            return null;
        } catch (ShutdownSignalException e) {
            RabbitUtils.setPhysicalCloseRequired(proxy, true);
            if (!e.isHardError() && e.getReason() instanceof AMQP.Channel.Close close) {
                return close;
            }
            throw e;
        } catch (IOException | TimeoutException | RuntimeException e) {
            // a publish that this channel still waits for would hold up the confirms of the next batch
            RabbitUtils.setPhysicalCloseRequired(proxy, true);
            throw e;
        } finally {
            channel.removeReturnListener(batch);
            channel.removeConfirmListener(batch);
        }
    }

    private void send(Channel channel, String exchange, Message message) throws IOException {
        channel.basicPublish(
                exchange,
                "",
                true,
                properties.fromMessageProperties(message.getMessageProperties(), "UTF-8"),
                message.getBody());
    }

    private static String id(Message message) {
        return message.getMessageProperties().getMessageId();
    }
}

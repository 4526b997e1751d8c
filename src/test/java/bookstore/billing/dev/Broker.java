package bookstore.billing.dev;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.core.Binding;
import org.springframework.amqp.core.Declarable;
import org.springframework.amqp.core.Exchange;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.core.QueueInformation;
import org.springframework.amqp.core.ReturnedMessage;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory.ConfirmType;
import org.springframework.amqp.rabbit.connection.CorrelationData;
import org.springframework.amqp.rabbit.connection.CorrelationData.Confirm;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.rabbit.support.DefaultMessagePropertiesConverter;

/**
 * The broker that tests talk to, one for the whole JVM: the RabbitMQ that {@value #VARIABLE} names, in the form {@code
 * amqp://user:password@host:port/vhost}, or else a {@link StandInBroker}.
 */
public final class Broker {

    static final String VARIABLE = "BILLING_TEST_RABBITMQ";

    private static final int CONFIRM_SECONDS = 30;

    private final Address address;
    private final @Nullable StandInBroker standIn;
    private final RabbitAdmin admin;
    private final RabbitTemplate template;

    private Broker(Address address, @Nullable StandInBroker standIn) {
        this.address = address;
        this.standIn = standIn;
        CachingConnectionFactory connections = connectionFactory();
        this.admin = new RabbitAdmin(connections);
        this.template = new RabbitTemplate(connections);
        this.template.setMandatory(true);
        // The correlation carries what comes back; without a callback the template warns of it as well
        this.template.setReturnsCallback(returned -> {});
    }

    /** Starts the stand-in when it is called first and no real RabbitMQ is named. */
    public static Broker get() {
        return Only.BROKER;
    }

    /** @param uri a RabbitMQ's, as in the variable */
    static Broker at(String uri) {
        return new Broker(Address.of(uri), null);
    }

    public boolean isReal() {
        return standIn == null;
    }

    public String host() {
        return address.host();
    }

    public int port() {
        return address.port();
    }

    public String username() {
        return address.username();
    }

    public String password() {
        return address.password();
    }

    public String virtualHost() {
        return address.virtualHost();
    }

    /** A new one, with correlated confirms and returns; the caller destroys it. */
    public CachingConnectionFactory connectionFactory() {
        CachingConnectionFactory connections = new CachingConnectionFactory(host(), port());
        connections.setUsername(username());
        connections.setPassword(password());
        connections.setVirtualHost(virtualHost());
        connections.setPublisherConfirmType(ConfirmType.CORRELATED);
        connections.setPublisherReturns(true);
        return connections;
    }

    /**
     * Declares queues, exchanges and bindings. For the stand-in this must happen before the application declares the same: it
     * is where dead-lettering and times to live come from.
     */
    public void declare(Collection<? extends Declarable> declarables) {
        if (standIn != null) {
            standIn.declare(declarables);
            return;
        }
        declarables.forEach(declarable -> {
            if (declarable instanceof Exchange exchange) {
                admin.declareExchange(exchange);
            } else if (declarable instanceof Queue queue) {
                admin.declareQueue(queue);
            }
        });
        declarables.forEach(declarable -> {
            if (declarable instanceof Binding binding) {
                admin.declareBinding(binding);
            }
        });
    }

    /** Messages that wait in the queue, without those that a consumer holds; 0 where there is no such queue. */
    public long ready(String queue) {
        if (standIn != null) {
            return standIn.ready(queue);
        }
        QueueInformation information = admin.getQueueInfo(queue);
        return information == null ? 0 : information.getMessageCount();
    }

    /** Empties the queues that exist; what a consumer holds stays. */
    public void purge(String... queues) {
        for (String queue : queues) {
            if (exists(queue)) {
                admin.purgeQueue(queue, false);
            }
        }
    }

    /** Deletes the queues that exist, with their messages. */
    public void delete(String... queues) {
        for (String queue : queues) {
            if (exists(queue)) {
                if (standIn != null) {
                    standIn.forgetDeadLetterTarget(queue);
                }
                admin.deleteQueue(queue);
            }
        }
    }

    /** Deletes the exchange, where it exists, with its bindings. */
    public void deleteExchange(String exchange) {
        admin.deleteExchange(exchange);
    }

    public boolean exists(String queue) {
        return admin.getQueueInfo(queue) != null;
    }

    /** Consumers of the queue, those of every instance; 0 where there is no such queue. */
    public int consumers(String queue) {
        QueueInformation information = admin.getQueueInfo(queue);
        return information == null ? 0 : information.getConsumerCount();
    }

    /** Returns when the broker has confirmed the message and has put it into a queue, and throws otherwise. */
    public void publish(String exchange, String routingKey, Message message) {
        CorrelationData correlation = new CorrelationData(UUID.randomUUID().toString());
        template.send(exchange, routingKey, message, correlation);
        Confirm confirm = confirm(correlation);
        ReturnedMessage returned = correlation.getReturned();
        if (returned != null) {
            throw new AmqpException("returned by the broker: " + returned);
        }
        if (!confirm.isAck()) {
            throw new AmqpException("not confirmed by the broker: " + confirm.getReason());
        }
    }

    /** Over a connection of its own, which ends before anybody has looked for the confirm. */
    void publishUnconfirmed(String exchange, String routingKey, Message message) {
        CachingConnectionFactory connections = connectionFactory();
        try {
            Connection connection = connections.getRabbitConnectionFactory().newConnection("loses its connection");
            Channel channel = connection.createChannel();
            channel.confirmSelect();
            channel.basicPublish(
                    exchange,
                    routingKey,
                    true,
                    new DefaultMessagePropertiesConverter()
                            .fromMessageProperties(message.getMessageProperties(), "UTF-8"),
                    message.getBody());
            connection.abort();
        } catch (IOException | TimeoutException e) {
            throw new AmqpException("not sent", e);
        } finally {
            connections.destroy();
        }
    }

    /** Takes every message that waits in the queue. */
    public List<Message> drain(String queue) {
        List<Message> messages = new ArrayList<>();
        for (Message next = template.receive(queue); next != null; next = template.receive(queue)) {
            messages.add(next);
        }
        return messages;
    }

    @Override
    public String toString() {
        return (isReal() ? "RabbitMQ" : "stand-in broker") + " on " + host() + ":" + port();
    }

    private static Confirm confirm(CorrelationData correlation) {
        try {
            return correlation.getFuture().get(CONFIRM_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            throw new AmqpException("no confirm from the broker", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AmqpException("interrupted while waiting for the broker's confirm", e);
        }
    }

    record Address(String host, int port, String username, String password, String virtualHost) {

        static Address of(String uri) {
            URI parsed = URI.create(uri);
            String[] login = parsed.getRawUserInfo() == null
                    ? new String[0]
                    : parsed.getRawUserInfo().split(":", 2);
            if (!"amqp".equals(parsed.getScheme()) || parsed.getHost() == null || login.length != 2) {
                throw new IllegalArgumentException(
                        VARIABLE + " must look like amqp://user:password@host:port/vhost, not " + uri);
            }
            String path = parsed.getRawPath();
            return new Address(
                    parsed.getHost(),
                    parsed.getPort() < 0 ? 5672 : parsed.getPort(),
                    decode(login[0]),
                    decode(login[1]),
                    path.length() < 2 ? "/" : decode(path.substring(1)));
        }

        private static String decode(String text) {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        }
    }

    private static final class Only {

        static final Broker BROKER = start();

        private static Broker start() {
            String uri = System.getenv(VARIABLE);
            if (uri != null && !uri.isBlank()) {
                return new Broker(Address.of(uri), null);
            }
            StandInBroker standIn = StandInBroker.start();
            return new Broker(
                    new Address(
                            StandInBroker.HOST, standIn.port(), StandInBroker.USERNAME, StandInBroker.PASSWORD, "/"),
                    standIn);
        }
    }
}

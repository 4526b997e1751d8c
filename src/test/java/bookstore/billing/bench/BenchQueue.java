package bookstore.billing.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import bookstore.billing.delivery.RetrySchedule;
import bookstore.billing.delivery.Topology;
import bookstore.billing.dev.Orders;
import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.springframework.amqp.core.Declarable;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;

/** The product's queues, new ones, and their publisher: persistent messages, each confirmed. */
final class BenchQueue implements AutoCloseable {

    static final String NAME = "billing-invoice";

    private static final int UNCONFIRMED = 1_000;
    private static final int PERSISTENT = 2;
    private static final List<Duration> DELAYS =
            List.of(Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofMinutes(2), Duration.ofMinutes(10));

    private final Connection connection;
    private final Channel channel;

    private BenchQueue(Servers servers) throws IOException, TimeoutException {
        this.connection = servers.broker().newConnection("benchmark");
        this.channel = connection.createChannel();
        channel.confirmSelect();
    }

    static BenchQueue create(Servers servers) throws IOException, TimeoutException {
        var topology = new Topology(new RetrySchedule(DELAYS), Duration.ofDays(14));
        var connections = new CachingConnectionFactory(servers.broker());
        try {
            var admin = new RabbitAdmin(connections);
            for (Declarable declarable : topology.declarables()) {
                if (declarable instanceof Queue queue) {
                    admin.deleteQueue(queue.getName());
                }
            }
            topology.declare(admin);
        } finally {
            connections.destroy();
        }
        return new BenchQueue(servers);
    }

    void fill(long orders, Load load) throws IOException, InterruptedException {
        for (long i = 1; i <= orders; i++) {
            publish(UUID.randomUUID(), load);
            if (i % UNCONFIRMED == 0) {
                channel.waitForConfirms();
            }
        }
        channel.waitForConfirms();
    }

    /**
     * Publishes at an even pace, whatever the contender makes of it.
     *
     * @return the orders, each with the moment for which its message was planned; a publisher that is late does not
     *     make a contender look better
     */
    Map<UUID, Instant> publishPaced(double perSecond, int orders, Load load) throws IOException {
        var planned = new LinkedHashMap<UUID, Instant>();
        Instant begin = Instant.now();
        for (int i = 0; i < orders; i++) {
            Instant due = begin.plusNanos(Math.round(i * 1e9 / perSecond));
            while (Instant.now().isBefore(due)) {
                LockSupport.parkNanos(Duration.between(Instant.now(), due).toNanos());
            }
            var order = UUID.randomUUID();
            publish(order, load);
            planned.put(order, due);
        }
        return planned;
    }

    /** A copy follows its message at once: the hardest place for it, since the first one has only begun. */
    private void publish(UUID order, Load load) throws IOException {
        BasicProperties properties = new BasicProperties.Builder()
                .contentType("application/json")
                .deliveryMode(PERSISTENT)
                .messageId("order-" + order)
                .build();
        byte[] body = Orders.body(order, "149.90", "TRY").getBytes(UTF_8);
        for (int i = 0; i < load.messagesPerOrder(); i++) {
            channel.basicPublish("", NAME, properties, body);
        }
    }

    long ready() throws IOException {
        return channel.messageCount(NAME);
    }

    long deadLetters() throws IOException {
        return channel.messageCount(Topology.deadLetterQueue(NAME));
    }

    void purge() throws IOException {
        channel.queuePurge(NAME);
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}

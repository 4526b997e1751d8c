package bookstore.billing.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import bookstore.billing.delivery.BatchPublisher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.springframework.amqp.core.BindingBuilder;
import org.springframework.amqp.core.FanoutExchange;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.core.MessageDeliveryMode;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.core.QueueBuilder;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;

/**
 * The outbox's relay beside a program that has the same events in memory and publishes them straight: the same sizes,
 * queue, batches and confirms, without a table.
 */
final class RelayTrial {

    private static final String EXCHANGE = "invoice-created";
    private static final String QUEUE = "bench.invoice-created";

    /** As the relay has it. */
    private static final int BATCH = 200;

    /** The first half is for the JVM to become warm. */
    private static final int EVENTS = 40_000;

    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final Duration POLL = Duration.ofMillis(200);

    private static final String BODY =
            "{\"orderId\" : \"%1$s\", \"invoiceId\" : \"%1$s\", \"amount\" : 149.90, \"currency\" : \"TRY\","
                    + " \"paymentId\" : \"pay_%1$s\", \"createdAt\" : \"2026-12-01T10:00:00.123456Z\"}";

    private final Servers servers;
    private final Path log;

    /** @param relay, straight events a second */
    record Rates(double relay, double straight) {}

    RelayTrial(Servers servers, Path log) {
        this.servers = servers;
        this.log = log;
    }

    Rates run() throws IOException, InterruptedException, TimeoutException {
        Files.createDirectories(log.getParent());
        // the product's exchanges and queues, new ones
        BenchQueue.create(servers).close();
        try (BenchDatabase database = BenchDatabase.create(servers)) {
            var connections = new CachingConnectionFactory(servers.broker());
            var admin = new RabbitAdmin(connections);
            Queue queue = QueueBuilder.durable(QUEUE).quorum().build();
            try {
                admin.deleteQueue(QUEUE);
                admin.declareQueue(queue);
                admin.declareBinding(BindingBuilder.bind(queue).to(new FanoutExchange(EXCHANGE, true, false)));
                double straight = straight(new BatchPublisher(connections, missing -> {}));
                admin.purgeQueue(QUEUE, false);
                return new Rates(relay(database), straight);
            } finally {
                admin.deleteQueue(QUEUE);
                connections.destroy();
            }
        }
    }

    private static double straight(BatchPublisher publisher) {
        publish(publisher, EVENTS / 2);
        Instant from = Instant.now();
        publish(publisher, EVENTS / 2);
        return EVENTS / 2 / seconds(from, Instant.now());
    }

    private static void publish(BatchPublisher publisher, int events) {
        for (int i = 0; i < events; i += BATCH) {
            Map<String, String> refused = publisher.publish(
                    EXCHANGE, Stream.generate(RelayTrial::event).limit(BATCH).toList());
            if (!refused.isEmpty()) {
                throw new IllegalStateException("not published: " + refused);
            }
        }
    }

    private static Message event() {
        UUID id = UUID.randomUUID();
        return MessageBuilder.withBody(BODY.formatted(id).getBytes(UTF_8))
                .setMessageId(id.toString())
                .setContentType("application/json")
                .setDeliveryMode(MessageDeliveryMode.PERSISTENT)
                .build();
    }

    private double relay(BenchDatabase database) throws InterruptedException {
        database.writeEvents(EVENTS, BODY.formatted(UUID.randomUUID()));
        var load = new Load(Duration.ZERO, 0, 1);
        Map<String, String> environment = servers.environment(database.name(), "http://127.0.0.1:1", load);
        environment.remove(Contender.RELAY_SETTING);
        List<String> command = List.of(ChildProcess.JAVA, "-Xmx512m", "-jar", Variant.JAR);
        try (ChildProcess process = ChildProcess.start(environment, command, log)) {
            Instant limit = Instant.now().plus(LIMIT);
            while (database.unsentEvents() > 0) {
                process.requireRunning();
                if (Instant.now().isAfter(limit)) {
                    throw new IllegalStateException("events are left after " + LIMIT.toSeconds() + " s, see " + log);
                }
                Thread.sleep(POLL.toMillis());
            }
        }
        return database.eventsPerSecond(EVENTS / 2);
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toNanos() / 1e9;
    }
}

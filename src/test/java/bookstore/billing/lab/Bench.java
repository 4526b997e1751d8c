package bookstore.billing.lab;

import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.Broker;
import bookstore.billing.dev.Database;
import bookstore.billing.dev.Provider;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.core.QueueBuilder;

/** Where experiments run: a database, a broker and a provider with a ledger, and the laboratory's routes on them. */
final class Bench implements AutoCloseable {

    static final Duration PAYMENT = Duration.ofMillis(200);

    private static final String FAILED = "lab-failed";
    private static final Duration SOON = Duration.ofSeconds(30);

    private final Broker broker = Broker.get();
    private final Database database = Database.create();
    private final Provider provider = Provider.start();
    private final LabTables tables = LabTables.create(database);
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final Deliveries deliveries = new Deliveries();
    private final LabRoutes routes;

    private Bench() {
        broker.delete(queues());
        broker.declare(Stream.of(queues()).map(Bench::queue).toList());
        routes = LabRoutes.start(database, broker, provider, meters, deliveries);
    }

    static Bench start() {
        return new Bench();
    }

    LabTables tables() {
        return tables;
    }

    /** As before the first experiment, but for the counters, which only grow. */
    void clear() {
        broker.purge(queues());
        tables.clear();
        provider.reset();
    }

    /**
     * Delivers messages so that they certainly meet: no payment goes on before each of them is at the provider or waits
     * for another one's transaction.
     */
    List<Delivery> deliverTogether(LabRoute route, Message... messages) {
        deliveries.clear();
        provider.behave();
        provider.ignoreKeys();
        provider.hold();
        provider.delay(PAYMENT);
        for (int i = 0; i < messages.length; i++) {
            int sent = i + 1;
            broker.publish("", route.queue(), messages[i]);
            await("each message at the provider, or waiting for another one")
                    .atMost(SOON)
                    .until(() -> provider.inFlight() + tables.waiting() == sent);
        }
        provider.release();
        return awaitEnded(messages.length);
    }

    /** Delivers copies of a message whose work is no payment, as fast as they go. */
    List<Delivery> deliverCopies(LabRoute route, Message message, int copies) {
        deliveries.clear();
        for (int i = 0; i < copies; i++) {
            broker.publish("", route.queue(), message);
        }
        return awaitEnded(copies);
    }

    private List<Delivery> awaitEnded(int count) {
        await("the end of every delivery")
                .atMost(SOON)
                .until(() -> deliveries.ended().size() == count);
        return deliveries.ended();
    }

    int charges(UUID orderId) {
        return provider.charges(orderId).size();
    }

    /** Messages that were neither worked on nor skipped. */
    List<Message> takeFailed() {
        return broker.drain(FAILED);
    }

    long failedWaiting() {
        return broker.ready(FAILED);
    }

    long counted(String name) {
        return (long) meters.find(name).counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    private static String[] queues() {
        return Stream.concat(Stream.of(LabRoute.values()).map(LabRoute::queue), Stream.of(FAILED))
                .toArray(String[]::new);
    }

    private static Queue queue(String name) {
        QueueBuilder queue = QueueBuilder.durable(name);
        return name.equals(FAILED)
                ? queue.build()
                : queue.deadLetterExchange("").deadLetterRoutingKey(FAILED).build();
    }

    @Override
    public void close() {
        // what an experiment that failed has left at the provider would keep the routes from stopping
        provider.reset();
        routes.close();
        broker.delete(queues());
        provider.close();
        database.close();
    }

    @Override
    public String toString() {
        return database + ", " + broker + ", payment provider on " + provider.url();
    }
}

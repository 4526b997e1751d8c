package bookstore.billing.dev;

import bookstore.billing.delivery.RetrySchedule;
import bookstore.billing.delivery.Topology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.Message;

/**
 * Everything a test of the running application needs: a database, a broker, a provider in a process of its own, and
 * instances of the application. What happened is told by the tables, the queues and the provider's ledger.
 */
public final class Stage implements AutoCloseable {

    /** Short enough for tests, and told apart from others by their queues' names. */
    static final String RETRY_DELAYS = "1s,2s";

    private static final String QUEUE = "billing-invoice";

    private static final String EVENTS = "payment-events";

    private final Database database = Database.create();
    private final Broker broker = Broker.get();
    private final Provider provider = Provider.start();
    private final List<BillingApp> apps = new ArrayList<>();

    private Stage() {
        prepare(broker);
    }

    /** Gives the stand-in its queues, and empties those of a shared broker: what was left there is nobody's business. */
    static void prepare(Broker broker) {
        if (!broker.isReal()) {
            var schedule = new RetrySchedule(List.of(Duration.ofSeconds(1), Duration.ofSeconds(2)));
            broker.declare(new Topology(schedule, Duration.ofDays(14)).declarables());
        }
        EventsQueue.bind(broker);
        purge(broker);
    }

    public static Stage with(int instances, String... settings) {
        return with(instances, null, settings);
    }

    public static Stage with(int instances, @Nullable Class<?> additions, String... settings) {
        var stage = new Stage();
        try {
            IntStream.range(0, instances)
                    .forEach(i -> stage.apps.add(
                            BillingApp.start(additions, stage.database, stage.broker, stage.provider, settings)));
            return stage;
        } catch (RuntimeException | Error e) {
            stage.close();
            throw e;
        }
    }

    /** One more instance, on this stage's servers where the settings name no others. */
    public BillingApp start(@Nullable Class<?> additions, String... settings) {
        BillingApp app = BillingApp.start(additions, database, broker, provider, settings);
        apps.add(app);
        return app;
    }

    /** As new, but for the counters, which only grow. */
    public void clear() {
        purge(broker);
        database.update("TRUNCATE invoice, processed_message, inbox_claim, payment, expired_message, discarded_message,"
                + " outbox_message");
        provider.reset();
    }

    private static void purge(Broker broker) {
        EventsQueue.forget(broker);
        for (String queue : Topology.consumedQueues()) {
            broker.purge(queue, queue + ".retry.1s", queue + ".retry.2s", queue + ".dlq");
        }
    }

    /** What an instance, or a command, needs to know of the servers, as Spring's properties. */
    public Map<String, String> settings() {
        return BillingApp.settings(database, broker, provider.url());
    }

    public Database database() {
        return database;
    }

    public Broker broker() {
        return broker;
    }

    public Provider provider() {
        return provider;
    }

    public List<BillingApp> apps() {
        return List.copyOf(apps);
    }

    public void publish(Message... messages) {
        for (Message message : messages) {
            broker.publish("order-placed", "", message);
        }
    }

    /** Events of the payment provider, which come without an exchange. */
    public void publishEvents(Message... events) {
        for (Message event : events) {
            broker.publish("", EVENTS, event);
        }
    }

    /** The payment's status; "none" where the order has no payment. */
    public String payment(UUID orderId) {
        return database.rows("SELECT status FROM payment WHERE order_id = ?", orderId).stream()
                .map(row -> (String) row.get("status"))
                .findFirst()
                .orElse("none");
    }

    public long invoices(UUID orderId) {
        return database.count("SELECT count(*) FROM invoice WHERE order_id = ?", orderId);
    }

    public long invoices() {
        return database.count("SELECT count(*) FROM invoice");
    }

    public int charges(UUID orderId) {
        return provider.charges(orderId).size();
    }

    /** Requests to charge, whatever came of them; without the look-ups. */
    public List<Provider.Request> chargeRequests() {
        return provider.requests().stream()
                .filter(request -> request.method().equals("POST"))
                .toList();
    }

    public long inboxRows() {
        return database.count("SELECT count(*) FROM processed_message");
    }

    /** Messages of billing that wait: for a consumer or for their next try. */
    public long waiting() {
        return waiting(broker);
    }

    /** The same at another broker than the stage's. */
    public static long waiting(Broker broker) {
        return broker.ready(QUEUE) + broker.ready(QUEUE + ".retry.1s") + broker.ready(QUEUE + ".retry.2s");
    }

    /** Events that wait: for a consumer or because they have come too early. */
    public long eventsWaiting() {
        return broker.ready(EVENTS) + broker.ready(EVENTS + ".retry.1s") + broker.ready(EVENTS + ".retry.2s");
    }

    public List<Message> takeDeadEvents() {
        return broker.drain(EVENTS + ".dlq");
    }

    public long deadLettersWaiting() {
        return broker.ready(QUEUE + ".dlq");
    }

    public List<Message> takeDeadLetters() {
        return broker.drain(QUEUE + ".dlq");
    }

    /** Over all instances. */
    public long counted(String name, String... tags) {
        return apps.stream().mapToLong(app -> app.counted(name, tags)).sum();
    }

    /** Deliveries that have come to an end, over all instances. */
    public long ended() {
        return counted("inbox.processed") + counted("inbox.duplicates") + counted("billing.dead.letters");
    }

    /** The same of events alone. */
    public long endedEvents() {
        return counted("inbox.processed", "consumer", "payment.events")
                + counted("inbox.duplicates", "consumer", "payment.events")
                + counted("billing.dead.letters", "queue", EVENTS + ".dlq");
    }

    /** What the first instance says of consuming. */
    public String health() {
        return apps.get(0).health();
    }

    public void stopConsuming() {
        apps.forEach(BillingApp::stopConsuming);
    }

    public void startConsuming() {
        apps.forEach(BillingApp::startConsuming);
    }

    /** Stops the instances, so that what they hold unacked is ready again. */
    public void stopApps() {
        apps.forEach(BillingApp::close);
        apps.clear();
    }

    @Override
    public void close() {
        stopApps();
        provider.close();
        database.close();
    }
}

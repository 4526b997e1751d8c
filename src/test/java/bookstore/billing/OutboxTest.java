package bookstore.billing;

import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.BillingApp;
import bookstore.billing.dev.ErrorLog;
import bookstore.billing.dev.EventsQueue;
import bookstore.billing.dev.Forwarder;
import bookstore.billing.dev.Stage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Message;

/** An invoice is told to others: at least once, always under the same message id, and in order for each key. */
class OutboxTest {

    private static final Duration SOON = Duration.ofSeconds(60);

    /** The exchange of the type NobodyListens, which is missing at first. */
    private static final String MISSING = "nobody-listens";

    private static Stage stage;
    private static Forwarder database;
    private static Forwarder broker;
    private static BillingApp app;

    /** Invoices by claim, and looks without being woken once a minute only. */
    private static BillingApp other;

    private final List<Message> events = new ArrayList<>();

    @BeforeAll
    static void start() {
        stage = Stage.with(0);
        database = new Forwarder(stage.database().port());
        broker = new Forwarder(stage.broker().port());
        database.open();
        broker.open();
        app = stage.start(
                null,
                "spring.datasource.url=" + stage.database().urlOnPort(database.port()),
                "spring.rabbitmq.host=127.0.0.1",
                "spring.rabbitmq.port=" + broker.port());
        other = stage.start(null, "billing.invoice.mode=claim", "billing.outbox.poll=60s");
        other.stopConsuming();
        other.stopRelay();
    }

    @AfterAll
    static void stop() {
        forgetMissing();
        stage.close();
        database.close();
        broker.close();
    }

    private static void forgetMissing() {
        stage.broker().delete(MISSING);
        stage.broker().deleteExchange(MISSING);
    }

    @BeforeEach
    void clear() {
        stage.clear();
    }

    @Test
    void eachInvoiceIsToldOnceWithExactlyItsAmount() {
        var amounts = Map.of("149.9 TRY", "149.90", "500 JPY", "500", "1.2340 KWD", "1.234", "12.500 EUR", "12.50");
        Map<UUID, String> orders = new HashMap<>();
        amounts.forEach((total, told) -> {
            var order = UUID.randomUUID();
            orders.put(order, told);
            String[] money = total.split(" ");
            // a copy, and the order under another id
            for (String id : List.of("m-" + order, "m-" + order, "again-" + order)) {
                stage.publish(placed(id, order, money[0], money[1]));
            }
        });

        await().atMost(SOON).until(() -> stage.inboxRows() == 2L * orders.size() && unsent() == 0);

        takeEvents();
        assertThat(events).hasSize(orders.size());
        for (Message event : events) {
            Map<String, Object> row = row(event);
            Map<String, Object> invoice = stage.database()
                    .rows("SELECT * FROM invoice WHERE order_id = ?::uuid", row.get("key"))
                    .get(0);
            UUID order = UUID.fromString(row.get("key").toString());
            assertThat(body(event))
                    .matches("\\{\"orderId\" : \"" + order + "\", \"invoiceId\" : \"" + invoice.get("id")
                            + "\", \"amount\" : " + orders.get(order).replace(".", "\\.") + ", \"currency\" : \""
                            + invoice.get("currency") + "\", \"paymentId\" : \"" + invoice.get("payment_id")
                            + "\", \"createdAt\" : \"[-0-9]{10}T[:0-9]{8}\\.[0-9]{6}Z\"}");
            assertThat(event.getMessageProperties().getContentType()).isEqualTo("application/json");
            assertThat(event.getMessageProperties().getType()).isEqualTo("InvoiceCreated");
            assertThat(row).containsEntry("attempts", 1).containsEntry("last_error", null);
            assertThat(row.get("cause_id")).isIn("m-" + order, "again-" + order);
        }
    }

    @Test
    void routeOfClaimsTellsItsInvoicesTooAndWakesTheRelayThatSleeps() {
        Instant start = Instant.now();
        long endedBefore = stage.ended();
        app.stopConsuming();
        app.stopRelay();
        other.startRelay();
        other.startConsuming();
        try {
            List<UUID> orders = Stream.generate(UUID::randomUUID).limit(5).toList();
            for (UUID order : orders) {
                // one by one, so that the relay has gone to sleep before each
                stage.publish(placed("m-" + order, order, "10", "EUR"), placed("m-" + order, order, "10", "EUR"));
                await().atMost(SOON).until(() -> sent(order) == 1);
            }
            takeEvents();
            assertThat(events)
                    .extracting(event -> row(event).get("key"))
                    .containsExactlyElementsOf(
                            orders.stream().map(UUID::toString).toList());
            // not by looking without being woken, which it does once a minute
            assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(60));
            // a copy that met a claim comes later, and would be an order of the next test
            await().atMost(SOON).until(() -> stage.ended() == endedBefore + 2 * orders.size());
        } finally {
            other.stopConsuming();
            other.stopRelay();
            app.startRelay();
            app.startConsuming();
        }
    }

    @Test
    void whileTheBrokerIsAwayEventsWait() {
        try (ErrorLog log = ErrorLog.open()) {
            broker.shut();
            write(1_000, 1_000);
            await().during(Duration.ofSeconds(6)).atMost(SOON).until(() -> unsent() == 1_000);
            broker.open();

            await().atMost(SOON).until(() -> unsent() == 0);
            assertThat(log.lines()).isEmpty();
            assertThat(log.warnings()).noneMatch(line -> line.contains("outbox"));
        }
        takeEvents();
        assertAllCameInOrder(1_000);
    }

    @Test
    void whileTheDatabaseIsAwayEventsWait() {
        try (ErrorLog log = ErrorLog.open()) {
            database.shut();
            write(1_000, 1_000);
            await().atMost(SOON).until(() -> app.health().contains("the database"));
            await().during(Duration.ofSeconds(3)).atMost(SOON).until(() -> unsent() == 1_000);
            database.open();

            await().atMost(SOON).until(() -> unsent() == 0);
            assertThat(log.lines()).isEmpty();
            assertThat(log.warnings()).noneMatch(line -> line.contains("outbox"));
        }
        takeEvents();
        assertAllCameInOrder(1_000);
    }

    /** As if the relay died between the broker's confirm and the commit of the mark. */
    @Test
    void whatIsConfirmedAndNotMarkedIsSentAgainUnderTheSameId() {
        stage.database().update("ALTER TABLE outbox_message ADD CONSTRAINT no_mark CHECK (sent_at IS NULL)");
        try {
            write(30, 10);
            await().atMost(SOON).until(() -> EventsQueue.waiting(stage.broker()) >= 30);
            assertThat(unsent()).isEqualTo(30);
        } finally {
            stage.database().update("ALTER TABLE outbox_message DROP CONSTRAINT no_mark");
        }

        await().atMost(SOON).until(() -> unsent() == 0);
        takeEvents();
        assertThat(events.size()).isGreaterThan(30);
        assertAllCameInOrder(30);
    }

    @Test
    void whatCannotBeRoutedIsKeptAndToldAndHoldsUpNoOtherKey() {
        forgetMissing();
        long counted = app.counted("outbox.unroutable");
        try (ErrorLog log = ErrorLog.open()) {
            write("NobodyListens", "stuck", 1);
            write("InvoiceCreated", "stuck", 2);
            write(100, 50);

            await().atMost(SOON).until(() -> unsent() == 2);

            takeEvents();
            assertThat(events).hasSize(100);
            await().atMost(SOON).until(() -> app.counted("outbox.unroutable") > counted + 1);
            assertThat(log.warnings())
                    .filteredOn(line -> line.contains("outbox"))
                    .hasSizeLessThanOrEqualTo(1);
            assertThat(log.lines()).isEmpty();
        }
        assertThat(stage.database()
                        .rows("SELECT attempts, last_error FROM outbox_message WHERE type = 'NobodyListens'"))
                .singleElement()
                .satisfies(row -> assertThat(row.get("last_error").toString()).contains(MISSING))
                .satisfies(row -> assertThat((Integer) row.get("attempts")).isGreaterThan(1));
        await().atMost(SOON).until(() -> app.gauge("outbox.stuck") == 1 && app.gauge("outbox.backlog") == 2);
        assertThat(app.gauge("outbox.age")).isPositive();

        // now with an exchange, to which nothing is bound yet: returned, and kept as well
        EventsQueue.bind(stage.broker(), MISSING, MISSING);
        await().atMost(SOON).until(() -> unsent() == 0);
        assertThat(stage.broker().drain(MISSING))
                .singleElement()
                .satisfies(event -> assertThat(row(event).get("type")).isEqualTo("NobodyListens"));
        takeEvents();
        assertThat(events).hasSize(101);
    }

    /** With the queue that the application itself binds to it. */
    @Test
    void exchangeThatIsDeletedIsDeclaredAgain() {
        stage.broker().purge("invoice-mail");
        stage.broker().deleteExchange("invoice-created");
        try {
            write(3, 3);

            await().atMost(SOON).until(() -> unsent() == 0);

            events.addAll(stage.broker().drain("invoice-mail"));
            assertAllCameInOrder(3);
        } finally {
            EventsQueue.bind(stage.broker());
        }
    }

    @Test
    void twoRelaysShareTheWorkAndKeepTheOrderOfEachKey() {
        app.stopRelay();
        try {
            write(5_000, 250);
            long byOther = other.counted("outbox.published");
            long byApp = app.counted("outbox.published");
            other.startRelay();
            app.startRelay();

            await().atMost(SOON).until(() -> unsent() == 0);

            takeEvents();
            assertThat(events).hasSize(5_000);
            assertAllCameInOrder(5_000);
            await().atMost(SOON)
                    .until(() -> other.counted("outbox.published") - byOther + app.counted("outbox.published") - byApp
                            == 5_000);
            assertThat(other.counted("outbox.published")).isGreaterThan(byOther);
            assertThat(app.counted("outbox.published")).isGreaterThan(byApp);
        } finally {
            other.stopRelay();
        }
    }

    @Test
    void whatWasSentLongAgoIsDeletedAndNothingElse() {
        write("NeverThere", "stuck", 1);
        write(3, 3);
        await().atMost(SOON).until(() -> unsent() == 1);
        stage.database().update("UPDATE outbox_message SET created_at = now() - interval '30d'");
        stage.database()
                .update(
                        """
                        UPDATE outbox_message SET sent_at = now() - CASE key WHEN 'key-1' THEN interval '169h' ELSE interval '167h' END
                        WHERE sent_at IS NOT NULL
                        """);

        await().atMost(SOON).until(() -> stage.database().count("SELECT count(*) FROM outbox_message") == 3);

        assertThat(stage.database().rows("SELECT key FROM outbox_message ORDER BY key"))
                .extracting(row -> row.get("key"))
                .containsExactly("key-0", "key-2", "stuck");
    }

    @Test
    void relayHoldsNoTransactionWhileItWaitsAndEndsAtOnce() {
        await().atMost(SOON)
                .until(() -> stage.database()
                                .count(
                                        """
                                        SELECT count(*) FROM pg_stat_activity
                                        WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'
                                        """)
                        == 0);
        BillingApp third = stage.start(null, "billing.outbox.poll=60s");
        Instant stop = Instant.now();
        third.close();
        // Camel would force it after 15 s
        assertThat(Duration.between(stop, Instant.now())).isLessThan(Duration.ofSeconds(10));
    }

    /** In one transaction, in the order of their numbers; the keys take turns. */
    private static void write(int events, int keys) {
        stage.database()
                .update(
                        """
                        INSERT INTO outbox_message (type, key, body)
                        SELECT 'InvoiceCreated', 'key-' || number % ?, '{"number": ' || number || '}'
                        FROM generate_series(1, ?) AS number ORDER BY number
                        """,
                        keys, events);
        // whoever writes events without the routes may say so as well
        stage.database().rows("SELECT pg_notify('outbox', '')");
    }

    private static void write(String type, String key, int number) {
        stage.database()
                .update(
                        "INSERT INTO outbox_message (type, key, body) VALUES (?, ?, ?)",
                        type,
                        key,
                        "{\"number\": " + number + "}");
    }

    private static long unsent() {
        return stage.database().count("SELECT count(*) FROM outbox_message WHERE sent_at IS NULL");
    }

    private static long sent(UUID order) {
        return stage.database()
                .count("SELECT count(*) FROM outbox_message WHERE key = ? AND sent_at IS NOT NULL", order.toString());
    }

    private void takeEvents() {
        events.addAll(EventsQueue.take(stage.broker()));
    }

    private static String body(Message event) {
        return new String(event.getBody(), StandardCharsets.UTF_8);
    }

    private static Map<String, Object> row(Message event) {
        return stage.database()
                .rows(
                        "SELECT * FROM outbox_message WHERE message_id = ?::uuid",
                        event.getMessageProperties().getMessageId())
                .get(0);
    }

    /** Each is there, under its own id at each sending, and the first sendings of a key's events are in order. */
    private void assertAllCameInOrder(int expected) {
        Map<String, Map<String, Object>> rows = new HashMap<>();
        stage.database()
                .rows("SELECT message_id, id, key, body FROM outbox_message")
                .forEach(row -> rows.put(row.get("message_id").toString(), row));
        Set<String> seen = new HashSet<>();
        Map<Object, Long> last = new HashMap<>();
        for (Message event : events) {
            String messageId = event.getMessageProperties().getMessageId();
            Map<String, Object> row = rows.get(messageId);
            assertThat(row).as("event " + messageId).isNotNull().containsEntry("body", body(event));
            long id = (Long) row.get("id");
            Long before = last.put(row.get("key"), id);
            // what comes again comes before the next one of its key
            assertThat(id).isGreaterThanOrEqualTo(before == null ? 0 : before);
            seen.add(messageId);
        }
        assertThat(seen).hasSize(expected);
    }
}

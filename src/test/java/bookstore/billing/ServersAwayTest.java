package bookstore.billing;

import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.BillingApp;
import bookstore.billing.dev.Broker;
import bookstore.billing.dev.Database;
import bookstore.billing.dev.ErrorLog;
import bookstore.billing.dev.EventsQueue;
import bookstore.billing.dev.Forwarder;
import bookstore.billing.dev.KillablePostgres;
import bookstore.billing.dev.KillableRabbit;
import bookstore.billing.dev.NeedsRealRabbit;
import bookstore.billing.dev.SpentTries;
import bookstore.billing.dev.Stage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.camel.ServiceStatus;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.actuate.health.Status;

/** A server that is away is no message's fault, and nobody has to help when it is back. */
class ServersAwayTest {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int CONSUMERS = 8;

    private static Stage stage;
    private static Forwarder database;
    private static Forwarder broker;
    private static BillingApp app;

    private final List<UUID> orders =
            Stream.generate(UUID::randomUUID).limit(30).toList();

    @BeforeAll
    static void start() {
        stage = Stage.with(0);
        database = new Forwarder(stage.database().port());
        broker = new Forwarder(stage.broker().port());
        database.open();
        broker.open();
        app = stage.start(
                SpentTries.class,
                "spring.datasource.url=" + stage.database().urlOnPort(database.port()),
                "spring.rabbitmq.host=127.0.0.1",
                "spring.rabbitmq.port=" + broker.port(),
                "billing.payment.timeout=5s");
    }

    @AfterAll
    static void stop() {
        stage.close();
        database.close();
        broker.close();
    }

    @BeforeEach
    void clear() {
        stage.clear();
        SpentTries.forget();
    }

    @Test
    void databaseThatGoesAwayDuringPaymentsPausesConsumingAndSpendsNoTries() {
        publishIntoPayments();
        try (ErrorLog log = ErrorLog.open()) {
            database.shut();
            stage.provider().release();

            await().atMost(SOON).until(() -> app.health().contains("the database"));
            assertThat(app.health("consuming")).isEqualTo(Status.DOWN);
            assertThat(app.health("db")).isEqualTo(Status.DOWN);
            await().atMost(SOON).until(() -> app.consuming() != ServiceStatus.Started);
            await().during(Duration.ofSeconds(10)).atMost(SOON).until(() -> app.health()
                    .contains("the database"));

            database.open();
            awaitAllInvoicedOnce();

            assertOneLineAwayAndOneBack(log, "the database");
        }
        await().atMost(SOON).until(() -> app.health("consuming").equals(Status.UP));
        assertThat(app.health("db")).isEqualTo(Status.UP);
    }

    @Test
    void routeThatAnOperatorStopsDuringAnOutageIsNotStartedByItsEnd() {
        database.shut();
        await().atMost(SOON).until(() -> app.consuming() == ServiceStatus.Suspended);
        app.stopConsuming();

        assertStaysStoppedWhenTheDatabaseIsBack();
    }

    @Test
    void routeThatAnOperatorStoppedBeforeAnOutageIsNotStartedByItsEnd() {
        app.stopConsuming();
        database.shut();
        await().atMost(SOON).until(() -> app.health().contains("the database"));

        assertStaysStoppedWhenTheDatabaseIsBack();
    }

    /** Otherwise a stop would outlast its limit, and cut payments off. */
    @Test
    void stopWaitsForThePaymentsThatRunAndNotForThoseOfMessagesFetchedAhead() {
        stage.provider().delay(Duration.ofSeconds(2));
        publish();
        await().atMost(SOON).until(() -> stage.provider().inFlight() == CONSUMERS);

        app.stopConsuming();
        try {
            assertThat(stage.provider().inFlight()).isZero();
            // one payment each, and at most one that began before the stop reached its consumer
            assertThat(stage.invoices()).isBetween((long) CONSUMERS, 2L * CONSUMERS);
        } finally {
            app.startConsuming();
        }
        awaitAllInvoicedOnce();
    }

    private void assertStaysStoppedWhenTheDatabaseIsBack() {
        try {
            database.open();
            await().atMost(SOON).until(() -> app.health("consuming").equals(Status.UP));
            await().during(Duration.ofSeconds(2)).atMost(SOON).until(() -> app.consuming() == ServiceStatus.Stopped);
        } finally {
            app.startConsuming();
        }
        publish();
        awaitAllInvoicedOnce();
    }

    /** A server of its own, without the forwarders. */
    @Test
    void databaseThatIsKilledDuringPaymentsComesBackWithNobodysHelp(@TempDir Path directory) throws Exception {
        app.stopConsuming();
        try (KillablePostgres postgres = KillablePostgres.start(directory);
                BillingApp other = BillingApp.start(
                        SpentTries.class,
                        stage.database(),
                        stage.broker(),
                        stage.provider(),
                        "spring.datasource.url=" + postgres.url(),
                        "billing.payment.timeout=5s")) {
            publishIntoPayments();
            try (ErrorLog log = ErrorLog.open()) {
                postgres.kill();
                stage.provider().release();
                await().atMost(SOON).until(() -> other.health().contains("the database"));
                await().atMost(SOON).until(() -> other.consuming() != ServiceStatus.Started);

                postgres.restart();
                await().atMost(SOON).until(() -> postgres.count("SELECT count(*) FROM invoice") == orders.size());

                assertChargedOnceAndNothingLeft(stage.broker());
                assertOneLineAwayAndOneBack(log, "the database");
            }
        } finally {
            app.startConsuming();
        }
    }

    /** Nobody closes a connection, so every answer is waited for: until the limit that each read has. */
    @Test
    void databaseThatGoesSilentDuringPaymentsComesBackWithNobodysHelp() {
        publishIntoPayments();
        database.silence();
        stage.provider().release();
        await().atMost(SOON).until(() -> app.health().contains("the database"));

        database.speak();
        await().atMost(Duration.ofSeconds(120)).until(() -> stage.invoices() == orders.size());
        awaitAllInvoicedOnce();
    }

    /** As after a failover, or where a disk is full: reading works, so a mere SELECT would call it there. */
    @Test
    void databaseThatOnlyReadsPausesConsumingAndSpendsNoTries() {
        try (Database other = Database.create()) {
            other.update("ALTER DATABASE " + stage.database().name() + " SET default_transaction_read_only = on");
            try {
                cutConnections();
                publish();
                await().atMost(SOON).until(() -> app.health().contains("read-only"));
                await().during(Duration.ofSeconds(8)).atMost(SOON).until(() -> stage.deadLettersWaiting() == 0);
            } finally {
                other.update("ALTER DATABASE " + stage.database().name() + " RESET default_transaction_read_only");
                cutConnections();
            }
        }
        awaitAllInvoicedOnce();
    }

    private static void cutConnections() {
        stage.database()
                .rows(
                        """
                        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                        WHERE datname = current_database() AND pid <> pg_backend_pid()
                        """);
    }

    @Test
    void connectionsThatAreCutWhileTheDatabaseIsThereAreNoOutage() {
        publishIntoPayments();
        try (ErrorLog log = ErrorLog.open()) {
            cutConnections();
            stage.provider().release();
            awaitAllInvoicedOnce();

            assertThat(log.lines()).isEmpty();
            assertThat(log.warnings()).noneMatch(line -> line.contains("away"));
        }
    }

    @Test
    void brokerThatGoesAwayDuringPaymentsComesBackWithNobodysHelp() {
        publishIntoPayments();
        try (ErrorLog log = ErrorLog.open()) {
            broker.shut();
            stage.provider().release();

            await().atMost(SOON).until(() -> app.health("rabbit").equals(Status.DOWN));
            await().during(Duration.ofSeconds(15)).atMost(SOON).until(() -> app.health("rabbit")
                    .equals(Status.DOWN));

            broker.open();
            awaitAllInvoicedOnce();

            assertOneLineAwayAndOneBack(log, "the broker");
        }
        await().atMost(SOON).until(() -> app.health("rabbit").equals(Status.UP));
    }

    /** A node of its own, without the forwarders. */
    @Test
    @EnabledIf("bookstore.billing.dev.KillableRabbit#isInstalled")
    void brokerThatIsKilledDuringPaymentsComesBackWithNobodysHelp(@TempDir Path directory) throws Exception {
        try (KillableRabbit rabbit = KillableRabbit.start(directory);
                BillingApp other = BillingApp.start(
                        SpentTries.class,
                        stage.database(),
                        rabbit.broker(),
                        stage.provider(),
                        "billing.payment.timeout=5s")) {
            Broker itsBroker = rabbit.broker();
            EventsQueue.bind(itsBroker);
            publishIntoPayments(itsBroker);
            try (ErrorLog log = ErrorLog.open()) {
                rabbit.kill();
                stage.provider().release();
                await().atMost(SOON).until(() -> other.health("rabbit").equals(Status.DOWN));

                rabbit.restart();
                await().atMost(SOON).until(() -> stage.invoices() == orders.size());

                assertChargedOnceAndNothingLeft(itsBroker);
                assertOneLineAwayAndOneBack(log, "the broker");
            }
        }
    }

    @Test
    void retryThatCannotBePublishedGoesBackAndIsHandledLater() {
        stage.provider().chargeAndFail(2, 500);
        publishIntoPayments();

        broker.shut();
        stage.provider().release();
        await().atMost(SOON).until(() -> stage.provider().inFlight() == 0);
        // whoever charged these again by a new request would be seen
        stage.provider().forgetKeys();
        broker.open();

        awaitAllInvoicedOnce();
    }

    @Test
    @NeedsRealRabbit
    void queueThatIsDeletedIsDeclaredAgainAndConsumed() {
        stage.broker().delete("billing-invoice");

        await().atMost(SOON).until(() -> stage.broker().consumers("billing-invoice") == CONSUMERS);
        // bound again too: the messages come by way of the exchange
        publish();
        awaitAllInvoicedOnce();
    }

    /** Every consumer has a payment that waits for the provider's release; the other messages wait for a consumer. */
    private void publishIntoPayments() {
        publishIntoPayments(stage.broker());
    }

    private void publishIntoPayments(Broker by) {
        stage.provider().hold();
        publish(by);
        await().atMost(SOON).until(() -> stage.provider().inFlight() == CONSUMERS);
        stage.provider().behave();
    }

    private void publish() {
        publish(stage.broker());
    }

    private void publish(Broker by) {
        orders.forEach(order -> by.publish("order-placed", "", placed("m-" + order, order, "10", "EUR")));
    }

    private void awaitAllInvoicedOnce() {
        await().atMost(SOON).until(() -> stage.invoices() == orders.size());
        assertThat(orders).allSatisfy(order -> assertThat(stage.invoices(order)).isEqualTo(1));
        assertChargedOnceAndNothingLeft(stage.broker());
    }

    private void assertChargedOnceAndNothingLeft(Broker at) {
        await().atMost(SOON).until(() -> Stage.waiting(at) == 0);
        assertThat(orders).allSatisfy(order -> assertThat(stage.charges(order)).isEqualTo(1));
        assertThat(at.ready("billing-invoice.dlq")).isZero();
        assertThat(SpentTries.seen()).containsOnly(0);
    }

    /** The outage is told in these two lines, and in none of a framework. */
    private static void assertOneLineAwayAndOneBack(ErrorLog log, String server) {
        assertThat(log.lines()).isEmpty();
        assertThat(log.warnings())
                // says once in an instance's life that Camel registers a gauge twice
                .filteredOn(line -> !line.startsWith("io.micrometer.core.instrument.MeterRegistry"))
                .satisfiesExactly(
                        away -> assertThat(away).startsWith("bookstore.").contains(server + " is away"),
                        back -> assertThat(back).startsWith("bookstore.").contains(server + " is back"));
    }
}

package bookstore.billing;

import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.AppProcess;
import bookstore.billing.dev.Forwarder;
import bookstore.billing.dev.Stage;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** SIGTERM to the jar that ships: what runs comes to its end, the rest goes back, and nobody misses anything. */
class GracefulStopIT {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int CONSUMERS = 4;
    private static final String CONCURRENCY = "--billing.invoice.concurrency=" + CONSUMERS;

    /** What the JVM ends with after SIGTERM: 128 + 15. */
    private static final int TERMINATED = 143;

    private final Stage stage = Stage.with(0);

    private final List<UUID> orders =
            Stream.generate(UUID::randomUUID).limit(30).toList();

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void paymentsThatRunAreInvoicedAndAckedAndTheRestGoesBack() throws Exception {
        try (AppProcess app = AppProcess.start(stage, CONCURRENCY)) {
            publishIntoPayments();
            app.terminate();
            await().atMost(SOON).until(() -> app.hasLine("stopping: no message is taken any more"));
            stage.provider().release();

            assertThat(app.exitStatus()).isEqualTo(TERMINATED);
            assertThat(app.lines()).noneMatch(line -> line.contains(" ERROR "));
        }
        long invoiced = stage.invoices();
        // at most one more each, that had begun before the stop reached its consumer
        assertThat(invoiced).isBetween((long) CONSUMERS, 2L * CONSUMERS);
        assertThat(stage.chargeRequests()).hasSize((int) invoiced);
        assertThat(stage.provider().ledger()).hasSize((int) invoiced);
        await().atMost(SOON).until(() -> stage.broker().ready("billing-invoice") == orders.size() - invoiced);
        assertThat(stage.waiting()).isEqualTo(orders.size() - invoiced);

        nextInvoicesAllOnce();
    }

    /** The copy waits in its INSERT for the first one's transaction, and the stop for both. */
    @Test
    void copyThatWaitsForThePaymentThatRunsIsSkippedAndDoesNotHoldUpTheStop() throws Exception {
        UUID order = orders.get(0);
        try (AppProcess app = AppProcess.start(stage, CONCURRENCY)) {
            stage.provider().hold();
            stage.publish(placed("m", order, "10", "EUR"), placed("m", order, "10", "EUR"));
            await().atMost(SOON).until(() -> stage.provider().inFlight() == 1 && waitingForALock() == 1);
            app.terminate();
            await().atMost(SOON).until(() -> app.hasLine("stopping: no message is taken any more"));
            stage.provider().release();

            assertThat(app.exitStatus()).isEqualTo(TERMINATED);
            assertThat(app.lines()).noneMatch(line -> line.contains(" ERROR "));
        }
        assertThat(stage.invoices(order)).isEqualTo(1);
        assertThat(stage.chargeRequests()).hasSize(1);
        assertThat(stage.inboxRows()).isEqualTo(1);
        // skipped and acked: neither of the two is ready again
        await().during(Duration.ofSeconds(2)).atMost(SOON).until(() -> stage.waiting() == 0);
    }

    /** As an orchestrator does it whose patience is shorter than a payment. */
    @Test
    void paymentThatIsKilledDuringAStopComesAgainAndIsLookedUp() throws Exception {
        try (AppProcess app = AppProcess.start(stage, CONCURRENCY)) {
            stage.provider().chargeAndHang(CONSUMERS);
            publish();
            await().atMost(SOON).until(() -> stage.provider().ledger().size() == CONSUMERS);
            app.terminate();
            await().atMost(SOON).until(() -> app.hasLine("stopping: no message is taken any more"));
            app.kill();
        }
        assertThat(stage.invoices()).isZero();
        // whoever charged these again by a new request would be seen
        stage.provider().forgetKeys();

        nextInvoicesAllOnce();
    }

    @Test
    void stopWhileTheServersAreAwayEndsTooAndLosesNothing() throws Exception {
        try (Forwarder database = new Forwarder(stage.database().port());
                Forwarder broker = new Forwarder(stage.broker().port())) {
            database.open();
            broker.open();
            var environment = AppProcess.environment(stage);
            environment.put("SPRING_DATASOURCE_URL", stage.database().urlOnPort(database.port()));
            environment.put("SPRING_RABBITMQ_HOST", "127.0.0.1");
            environment.put("SPRING_RABBITMQ_PORT", Integer.toString(broker.port()));
            try (AppProcess app = AppProcess.launch(environment, CONCURRENCY)) {
                app.awaitStarted();
                publishIntoPayments();
                database.shut();
                broker.shut();
                app.terminate();
                await().atMost(SOON).until(() -> app.hasLine("stopping: no message is taken any more"));
                stage.provider().release();

                assertThat(app.exitStatus()).isEqualTo(TERMINATED);
            }
        }
        nextInvoicesAllOnce();
    }

    private long waitingForALock() {
        return stage.database()
                .count(
                        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
    }

    private void publish() {
        orders.forEach(order -> stage.publish(placed("m-" + order, order, "10", "EUR")));
    }

    /** Every consumer has a payment that waits for the provider's release; the other messages wait for a consumer. */
    private void publishIntoPayments() {
        stage.provider().hold();
        publish();
        await().atMost(SOON).until(() -> stage.provider().inFlight() == CONSUMERS);
        stage.provider().behave();
    }

    private void nextInvoicesAllOnce() throws Exception {
        try (AppProcess next = AppProcess.start(stage, CONCURRENCY)) {
            await().atMost(SOON).until(() -> stage.invoices() == orders.size());
            await().atMost(SOON).until(() -> stage.waiting() == 0);
            assertThat(next.stop()).isEqualTo(TERMINATED);
        }
        // what nobody has acked would be ready again
        assertThat(stage.waiting()).isZero();
        assertThat(orders).allSatisfy(order -> {
            assertThat(stage.invoices(order)).isEqualTo(1);
            assertThat(stage.charges(order)).isEqualTo(1);
        });
        assertThat(stage.deadLettersWaiting()).isZero();
    }
}

package bookstore.billing;

import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.BillingApp;
import bookstore.billing.dev.ErrorLog;
import bookstore.billing.dev.Stage;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.amqp.core.Message;

/** What payments that hold no connection add: claims that die, and instances of the other mode beside them. */
class ClaimRouteTest {

    private static final Duration SOON = Duration.ofSeconds(120);
    /** More than there are connections; {@code -Dbilling.test.claim-payments=400} is worth a look. */
    private static final int PAYMENTS = Integer.getInteger("billing.test.claim-payments", 20);

    private static final String CLAIM = "billing.invoice.mode=claim";
    private static final String TRANSACTION = "billing.invoice.mode=transaction";

    private static Stage stage;

    private final UUID order = UUID.randomUUID();

    @BeforeAll
    static void start() {
        stage = Stage.with(0);
    }

    @AfterAll
    static void stop() {
        stage.close();
    }

    @AfterEach
    void stopApps() {
        stage.stopApps();
    }

    @BeforeEach
    void clear() {
        // the tables come with the first instance
        if (stage.database().count("SELECT count(*) FROM pg_tables WHERE tablename = 'invoice'") == 1) {
            stage.clear();
        }
    }

    @Test
    void paymentsHoldNoConnection() {
        stage.start(
                null,
                CLAIM,
                "billing.invoice.concurrency=" + PAYMENTS,
                "billing.invoice.prefetch=1",
                // the first payment must not run out before the last one has started
                "billing.payment.timeout=1m",
                "billing.claim.lease=5m",
                "spring.datasource.hikari.maximum-pool-size=2",
                // which looks for events from time to time, for a moment
                "billing.outbox.relay=false");
        stage.provider().hold();
        List<UUID> orders = Stream.generate(UUID::randomUUID).limit(PAYMENTS).toList();
        orders.forEach(each -> stage.publish(placed("m-" + each, each, "10", "EUR")));

        await().atMost(SOON).until(() -> stage.provider().inFlight() == PAYMENTS);
        await().during(Duration.ofSeconds(2)).atMost(SOON).until(() -> connectionsInUse() == 0);

        stage.provider().release();
        await().atMost(SOON).until(() -> stage.invoices() == PAYMENTS);
        assertThat(orders).allSatisfy(each -> assertThat(stage.charges(each)).isEqualTo(1));
        assertThat(claims()).isZero();
    }

    /** Its process was killed after the charge; what comes next is no redelivery, and the provider has forgotten the key. */
    @ParameterizedTest
    @ValueSource(strings = {CLAIM, TRANSACTION})
    void orderOfADeadClaimIsLookedUpBeforeItIsCharged(String mode) throws Exception {
        stage.start(null, mode);
        chargeByAProcessThatIsGone();
        stage.provider().forgetKeys();
        stage.database()
                .update(
                        """
                        INSERT INTO inbox_claim (message_id, consumer, order_id, owner, deadline)
                        VALUES ('m', 'billing.invoice', ?, gen_random_uuid(), clock_timestamp())
                        """,
                        order);

        stage.publish(placed("another id", order, "10", "EUR"));
        await().atMost(SOON).until(() -> stage.invoices(order) == 1);

        assertThat(stage.charges(order)).isEqualTo(1);
        assertThat(stage.chargeRequests()).hasSize(1);
        await().atMost(SOON).until(() -> claims() == 0);
    }

    /** The message's lock and claim: without them the second order would be charged under the first one's id. */
    @ParameterizedTest
    @ValueSource(strings = {CLAIM, TRANSACTION})
    void otherOrderUnderAnIdWithALiveClaimWaitsInADelayQueueAndIsAConflict(String mode) {
        BillingApp other = payHeldAndThen(mode);
        UUID second = UUID.randomUUID();

        other.startConsuming();
        stage.publish(placed("m", second, "10", "EUR"));
        await().atMost(SOON).until(() -> stage.broker().ready("billing-invoice.retry.1s") == 1);
        stage.provider().release();
        await().atMost(SOON).until(() -> stage.deadLettersWaiting() == 1);

        assertThat(stage.takeDeadLetters()).singleElement().satisfies(letter -> assertThat(
                        letter.getMessageProperties().<Object>getHeader("x-reason"))
                .isEqualTo("message-id-conflict"));
        await().atMost(SOON).until(() -> stage.invoices(order) == 1);
        assertThat(stage.charges(second)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {CLAIM, TRANSACTION})
    void ownerThatStillRunsWhenItsLeaseEndsWritesNothingTwice(String heir) {
        BillingApp other = payHeldAndThen(heir);

        stage.database().update("UPDATE inbox_claim SET deadline = clock_timestamp()");
        other.startConsuming();
        stage.publish(placed("m", order, "10", "EUR"), placed("m2", order, "10", "EUR"));
        // taken over: nobody else would look it up
        await().atMost(SOON).until(() -> stage.provider().requests().stream()
                .anyMatch(request -> request.method().equals("GET")));
        stage.provider().release();
        awaitEnded(3);

        assertThat(stage.invoices(order)).isEqualTo(1);
        assertThat(stage.charges(order)).isEqualTo(1);
        assertThat(stage.inboxRows()).isEqualTo(2);
        assertThat(stage.counted("inbox.processed")).isEqualTo(1);
        assertThat(stage.deadLettersWaiting()).isZero();
        assertThat(claims()).isZero();
    }

    @Test
    void instancesOfBothModesShareCopiesAndOrders() {
        stage.start(null, CLAIM, "billing.invoice.concurrency=4");
        stage.start(null, TRANSACTION, "billing.invoice.concurrency=4");
        stage.provider().ignoreKeys();
        stage.provider().delay(Duration.ofSeconds(1));
        List<UUID> orders = Stream.generate(UUID::randomUUID).limit(3).toList();
        try (ErrorLog errors = ErrorLog.open()) {
            for (int copy = 0; copy < 20; copy++) {
                orders.forEach(each ->
                        stage.publish(placed("m-" + each, each, "10", "EUR"), placed("n-" + each, each, "10", "EUR")));
            }
            awaitEnded(120);

            assertThat(orders).allSatisfy(each -> {
                assertThat(stage.invoices(each)).isEqualTo(1);
                assertThat(stage.charges(each)).isEqualTo(1);
            });
            assertThat(stage.inboxRows()).isEqualTo(6);
            assertThat(stage.counted("inbox.processed")).isEqualTo(3);
            assertThat(stage.counted("inbox.duplicates", "cause", "business-key"))
                    .isEqualTo(3);
            assertThat(stage.counted("inbox.duplicates", "cause", "message-id")).isEqualTo(114);
            // both did some of it, or nothing was proved about two
            assertThat(stage.apps())
                    .allSatisfy(app -> assertThat(app.counted("inbox.duplicates") + app.counted("inbox.processed"))
                            .isPositive());
            assertThat(stage.deadLettersWaiting()).isZero();
            assertThat(errors.lines()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {CLAIM, TRANSACTION})
    void rollingRestartIntoTheOtherModeLosesAndDoublesNothing(String from) {
        String to = from.equals(CLAIM) ? TRANSACTION : CLAIM;
        BillingApp old = stage.start(null, from, "billing.invoice.concurrency=4");
        stage.provider().ignoreKeys();
        stage.provider().delay(Duration.ofMillis(500));
        List<UUID> orders = Stream.generate(UUID::randomUUID).limit(40).toList();
        orders.forEach(each -> stage.publish(copies(each)));
        await().atMost(SOON).until(() -> stage.invoices() >= 3);

        stage.start(null, to, "billing.invoice.concurrency=4");
        old.close();

        await().atMost(SOON).until(() -> stage.inboxRows() == 2L * orders.size() && stage.waiting() == 0);
        assertThat(stage.invoices()).isEqualTo(orders.size());
        assertThat(orders).allSatisfy(each -> {
            assertThat(stage.invoices(each)).isEqualTo(1);
            assertThat(stage.charges(each)).isEqualTo(1);
        });
        assertThat(stage.deadLettersWaiting()).isZero();
        assertThat(claims()).isZero();
    }

    /**
     * The order's payment has started under a claim and does not end yet; its instance is busy with it.
     *
     * @return another instance, in another mode or the same, that consumes nothing yet
     */
    private BillingApp payHeldAndThen(String mode) {
        BillingApp other = stage.start(null, mode);
        other.stopConsuming();
        stage.start(null, CLAIM, "billing.invoice.concurrency=1", "billing.invoice.prefetch=1");
        stage.provider().hold();
        stage.publish(placed("m", order, "10", "EUR"));
        await().atMost(SOON).until(() -> stage.provider().inFlight() == 1);
        return other;
    }

    private static Message[] copies(UUID order) {
        Message copy = placed("m-" + order, order, "10", "EUR");
        return new Message[] {copy, placed("n-" + order, order, "10", "EUR"), copy};
    }

    private void chargeByAProcessThatIsGone() throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(stage.provider().url() + "/charges"))
                .header("Idempotency-Key", order.toString())
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"orderId\":\"" + order + "\",\"amount\":\"10.00\",\"currency\":\"EUR\"}"))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(request, HttpResponse.BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(201);
    }

    private static void awaitEnded(long deliveries) {
        await().atMost(SOON).until(() -> stage.ended() == deliveries);
        assertThat(stage.waiting()).isZero();
    }

    private static long claims() {
        return stage.database().count("SELECT count(*) FROM inbox_claim");
    }

    /** Of the application: in a statement or in a transaction. */
    private static long connectionsInUse() {
        return stage.database()
                .count(
                        """
                        SELECT count(*) FROM pg_stat_activity
                        WHERE datname = current_database() AND backend_type = 'client backend'
                          AND pid <> pg_backend_pid() AND state <> 'idle'
                        """);
    }
}

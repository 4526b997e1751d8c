package bookstore.billing.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import bookstore.billing.delivery.Reason;
import bookstore.billing.delivery.RefusedMessageException;
import bookstore.billing.delivery.TryLaterException;
import bookstore.billing.dev.Database;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What a route may rely on when it works under a claim, on a real PostgreSQL. */
class ClaimContractTest {

    private static final UUID ORDER_A = UUID.randomUUID();
    private static final UUID ORDER_B = UUID.randomUUID();
    private static final Duration LEASE = Duration.ofMinutes(2);

    private static Database database;
    private static DataSourceTransactionManager transactions;
    private static TransactionTemplate transaction;
    private static CamelContext camel;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    /** Each on a process of its own, as it were: what one holds the other does not know of. */
    private final PostgresClaims one = claims("billing.invoice", LEASE);

    private final PostgresClaims two = claims("billing.invoice", LEASE);
    private final ExecutorService others = Executors.newCachedThreadPool();

    @BeforeAll
    static void migrate() {
        database = Database.create();
        Flyway.configure()
                .dataSource(database.url(), database.username(), database.password())
                .load()
                .migrate();
        transactions = new DataSourceTransactionManager(database.dataSource());
        transaction = new TransactionTemplate(transactions);
        camel = new DefaultCamelContext();
    }

    @AfterAll
    static void drop() throws Exception {
        camel.close();
        database.close();
    }

    @BeforeEach
    void empty() {
        database.update("TRUNCATE processed_message, inbox_claim, payment");
    }

    @AfterEach
    void stopOthers() {
        others.shutdownNow();
    }

    @Test
    void copyOfAFinishedMessageIsADuplicateAndLeavesNoClaim() {
        work(one, "m", ORDER_A);

        assertThat(two.add(says("m", ORDER_A), "m")).isFalse();
        assertThat(claimed()).isZero();
        assertThat(processed()).isEqualTo(1);
    }

    @Test
    void copyOfAClaimedMessageComesLater() {
        assertThat(one.add(says("m", ORDER_A), "m")).isTrue();

        assertLater(() -> two.add(says("m", ORDER_A), "m"));
        assertThat(processed()).isZero();
    }

    @Test
    void otherMessageOfAClaimedOrderComesLater() {
        assertThat(one.add(says("m", ORDER_A), "m")).isTrue();

        assertLater(() -> two.add(says("m2", ORDER_A), "m2"));
    }

    @Test
    void otherOrderUnderAClaimedIdComesLaterAndIsAConflictThen() {
        Exchange first = says("m", ORDER_A);
        assertThat(one.add(first, "m")).isTrue();
        assertLater(() -> two.add(says("m", ORDER_B), "m"));

        finish(one, first);

        assertConflict(() -> two.add(says("m", ORDER_B), "m"));
        assertThat(counted("inbox.conflicts")).isEqualTo(1);
        assertThat(claimed()).isZero();
    }

    @Test
    void otherOrdersAreClaimedBesideEachOther() {
        assertThat(one.add(says("m", ORDER_A), "m")).isTrue();
        assertThat(two.add(says("m2", ORDER_B), "m2")).isTrue();
    }

    @Test
    void oneConsumersClaimNeverKeepsAnotherAway() {
        assertThat(one.add(says("m", ORDER_A), "m")).isTrue();
        assertThat(claims("order.notification", LEASE).add(says("m", ORDER_A), "m"))
                .isTrue();
    }

    @Test
    void claimIsMadeOnlyWhereNobodyWorksInATransaction() {
        assertLaterBeside("SELECT pg_advisory_xact_lock(hashtext('order'), hashtext(?))", ORDER_A.toString());
        assertLaterBeside("SELECT pg_advisory_xact_lock(hashtext('message'), hashtext(?))", "m");

        assertThat(one.add(says("m", ORDER_A), "m")).isTrue();
    }

    /** The claim's INSERT waits for the finish and sees its place free; a statement of that moment would not see the row. */
    @Test
    void copyThatComesWhileTheFirstOneFinishesIsADuplicate() throws Exception {
        Exchange first = says("m", ORDER_A);
        one.add(first, "m");
        Future<Boolean> copyEnds = transaction.execute(status -> {
            one.finish(first);
            Future<Boolean> copy = others.submit(() -> two.add(says("m", ORDER_A), "m"));
            awaitSomebodyWaiting();
            return copy;
        });

        assertThat(copyEnds.get(10, TimeUnit.SECONDS)).isFalse();
        assertThat(processed()).isEqualTo(1);
        assertThat(claimed()).isZero();
    }

    @Test
    void deadClaimIsTakenOverAndItsOrderIsInDoubt() {
        one.add(says("m", ORDER_A), "m");
        die();

        assertThat(two.add(says("m", ORDER_A), "m")).isTrue();
        assertThat(pending(ORDER_A)).isEqualTo(1);
        assertThat(claimed()).isEqualTo(1);
    }

    /** One dead claim has the message, another one the order: both may have been charged for. */
    @Test
    void allDeadClaimsInTheWayAreTakenOver() {
        one.add(says("m", ORDER_A), "m");
        two.add(says("m2", ORDER_B), "m2");
        die();

        assertThat(two.add(says("m", ORDER_B), "m")).isTrue();
        assertThat(pending(ORDER_A)).isEqualTo(1);
        assertThat(pending(ORDER_B)).isEqualTo(1);
        assertThat(claimed()).isEqualTo(1);
    }

    @Test
    void deadClaimBesideALiveOneIsNotEnough() {
        one.add(says("m", ORDER_A), "m");
        die();
        two.add(says("m2", ORDER_B), "m2");

        assertLater(() -> one.add(says("m", ORDER_B), "m"));
    }

    @Test
    void ownerWhoseClaimWasTakenOverWritesNothing() {
        Exchange late = says("m", ORDER_A);
        one.add(late, "m");
        die();
        Exchange heir = says("m", ORDER_A);
        two.add(heir, "m");

        assertLater(() -> finish(one, late));
        assertThat(processed()).isZero();
        assertThat(counted("inbox.processed")).isZero();

        finish(two, heir);
        assertLater(() -> finish(one, late));
        assertThat(processed()).isEqualTo(1);
        assertThat(counted("inbox.processed")).isEqualTo(1);
    }

    @Test
    void ownerWhoseClaimIsDeadButStillThereFinishes() {
        Exchange late = says("m", ORDER_A);
        one.add(late, "m");
        die();

        finish(one, late);

        assertThat(processed()).isEqualTo(1);
        assertThat(claimed()).isZero();
    }

    @Test
    void failedDeliveryReleasesItsClaimTogetherWithWhatIsInDoubt() {
        one.add(says("m", ORDER_A), "m");
        var failure = new IllegalStateException("the provider broke the connection");

        assertThatThrownBy(() -> one.releasedAfter(told -> {
                            throw new IllegalStateException("cannot be recorded");
                        })
                        .accept(failure))
                .hasMessage("cannot be recorded");
        assertLater(() -> two.add(says("m2", ORDER_A), "m2"));

        one.releasedAfter(told -> assertThat(told).isSameAs(failure)).accept(failure);
        assertThat(two.add(says("m2", ORDER_A), "m2")).isTrue();
    }

    @Test
    void failureOfALateOwnerNeverReleasesItsHeirsClaim() {
        one.add(says("m", ORDER_A), "m");
        die();
        two.add(says("m", ORDER_A), "m");

        one.releasedAfter(told -> {}).accept(new IllegalStateException());

        assertThat(claimed()).isEqualTo(1);
    }

    @Test
    void leaseThatHasRunOutNeverStartsAPayment() {
        PostgresClaims brief = claims("billing.invoice", Duration.ofSeconds(61));
        brief.add(says("m", ORDER_A), "m");
        brief.requireTimeToPay();

        // a claim is its thread's
        await().pollInSameThread()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertLater(brief::requireTimeToPay));
    }

    /** What a transacted route does, which holds both locks and has seen a claim. */
    @Test
    void transactedRouteTakesADeadClaimOverAndLetsALiveOneBe() {
        one.add(says("m", ORDER_A), "m");
        assertLater(() -> transaction.executeWithoutResult(status -> two.takeOver(says("m2", ORDER_A))));
        assertThat(claimed()).isEqualTo(1);

        die();
        transaction.executeWithoutResult(status -> two.takeOver(says("m2", ORDER_A)));
        assertThat(claimed()).isZero();
        assertThat(pending(ORDER_A)).isEqualTo(1);
        // gone while it was looked at: finished, so that the next look finds an invoice
        assertLater(() -> transaction.executeWithoutResult(status -> two.takeOver(says("m2", ORDER_A))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t\n", "m\0"})
    void messageWithoutAnIdThatCanBeKeptIsRefused(String id) {
        assertThatThrownBy(() -> one.add(says(id, ORDER_A), id)).isInstanceOf(RefusedMessageException.class);
        assertThat(claimed()).isZero();
    }

    @Test
    void idThatIsKnownWithoutItsContentIsADuplicate() {
        database.update("INSERT INTO processed_message (message_id, consumer) VALUES ('m', 'billing.invoice')");

        assertThat(one.add(says("m", ORDER_A), "m")).isFalse();
    }

    @Test
    void claimInsideATransactionAndFinishOutsideOfOneAreRefused() {
        assertThatThrownBy(() -> transaction.execute(status -> one.add(says("m", ORDER_A), "m")))
                .hasMessageContaining("no transacted step");
        Exchange exchange = says("m", ORDER_A);
        one.add(exchange, "m");
        assertThatThrownBy(() -> one.finish(exchange)).hasMessageContaining("transacted step");
        assertThat(processed()).isZero();
    }

    @Test
    void deliveriesAreCountedOnceAndOnlyAfterTheCommitOfTheirFinish() {
        Exchange first = says("m", ORDER_A);
        one.add(first, "m");
        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> {
                    one.finish(first);
                    throw new IllegalStateException("behind the finish");
                }))
                .hasMessage("behind the finish");
        assertThat(counted("inbox.processed")).isZero();

        finish(one, first);
        assertThat(counted("inbox.processed")).isEqualTo(1);

        two.add(says("m", ORDER_A), "m");
        assertThat(counted("inbox.duplicates")).isEqualTo(1);
        assertThat(counted("inbox.processed")).isEqualTo(1);
    }

    private void work(PostgresClaims claims, String id, UUID order) {
        Exchange exchange = says(id, order);
        assertThat(claims.add(exchange, id)).isTrue();
        finish(claims, exchange);
    }

    private static void finish(PostgresClaims claims, Exchange exchange) {
        transaction.executeWithoutResult(status -> claims.finish(exchange));
    }

    /** The lease of all that is claimed has ended. */
    private static void die() {
        database.update("UPDATE inbox_claim SET deadline = clock_timestamp()");
    }

    private PostgresClaims claims(String consumer, Duration lease) {
        return new PostgresClaims(database.dataSource(), transactions, consumer, lease, Duration.ofMinutes(1), meters);
    }

    private static Exchange says(String id, UUID order) {
        Exchange exchange = new DefaultExchange(camel);
        exchange.setVariable(PostgresInbox.FINGERPRINT, "order " + order + " 10.00 EUR");
        exchange.setVariable(PostgresClaims.MESSAGE_ID, id);
        exchange.setVariable(PostgresClaims.ORDER_ID, order);
        return exchange;
    }

    private static void assertLater(Runnable attempt) {
        assertThatThrownBy(attempt::run).isInstanceOf(TryLaterException.class);
    }

    /** While somebody's open transaction has the lock. */
    private void assertLaterBeside(String lock, String argument) {
        transaction.executeWithoutResult(status -> {
            new JdbcTemplate(database.dataSource()).query(lock, row -> {}, argument);
            assertThatThrownBy(() -> others.submit(() -> one.add(says("m", ORDER_A), "m"))
                            .get(10, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(TryLaterException.class);
        });
    }

    private static void assertConflict(Runnable attempt) {
        assertThatThrownBy(attempt::run)
                .isInstanceOfSatisfying(RefusedMessageException.class, refused -> assertThat(refused.reason())
                        .isEqualTo(Reason.MESSAGE_ID_CONFLICT));
    }

    private static long claimed() {
        return database.count("SELECT count(*) FROM inbox_claim");
    }

    private static long processed() {
        return database.count("SELECT count(*) FROM processed_message");
    }

    private static long pending(UUID order) {
        return database.count("SELECT count(*) FROM payment WHERE order_id = ? AND status = 'Pending'", order);
    }

    private double counted(String name) {
        return meters.find(name).counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    private static void awaitSomebodyWaiting() {
        await().until(() -> database.count(
                        """
                        SELECT count(*) FROM pg_stat_activity
                        WHERE datname = current_database() AND wait_event_type = 'Lock'
                        """)
                == 1);
    }
}

package bookstore.billing.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import bookstore.billing.delivery.Reason;
import bookstore.billing.delivery.RefusedMessageException;
import bookstore.billing.dev.Database;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.processor.idempotent.jdbc.JdbcMessageIdRepository;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.DefaultExchange;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What a route may rely on when it names an inbox, on a real PostgreSQL; and what Camel's own repository does instead. */
class InboxContractTest {

    private static final String ORDER_A = "order A 10.00 EUR";
    private static final String ORDER_B = "order B 10.00 EUR";

    private static Database database;
    private static TransactionTemplate transaction;
    private static CamelContext camel;

    private final ExecutorService others = Executors.newCachedThreadPool();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final PostgresInbox billing = new PostgresInbox(database.dataSource(), "billing.invoice", meters);
    private final PostgresInbox notification = new PostgresInbox(database.dataSource(), "order.notification", meters);

    @BeforeAll
    static void migrate() {
        database = Database.create();
        Flyway.configure()
                .dataSource(database.url(), database.username(), database.password())
                .load()
                .migrate();
        transaction = new TransactionTemplate(new DataSourceTransactionManager(database.dataSource()));
        camel = new DefaultCamelContext();
    }

    @AfterAll
    static void drop() throws Exception {
        camel.close();
        database.close();
    }

    @BeforeEach
    void empty() {
        database.update("DELETE FROM processed_message");
    }

    @AfterEach
    void stopOthers() {
        others.shutdownNow();
    }

    @Test
    void copyAfterTheCommitIsADuplicate() {
        assertThat(take(billing, "m", ORDER_A)).isTrue();
        assertThat(take(billing, "m", ORDER_A)).isFalse();
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void copiesAreCountedAtTheirMessageUnlessTheyComeAgain() throws Exception {
        take(billing, "m", ORDER_A);
        take(billing, "m", ORDER_A);
        take(notification, "m", ORDER_A);
        new OpenTransaction(() -> !billing.add(says(ORDER_A), "m")).rollback();
        take(billing, "m", ORDER_A);

        assertThat(database.rows("SELECT consumer, copies FROM processed_message ORDER BY consumer"))
                .extracting(row -> row.get("consumer") + " " + row.get("copies"))
                .containsExactly("billing.invoice 2", "order.notification 0");
    }

    @Test
    void waitingCopyIsADuplicateWhenTheFirstCommits() throws Exception {
        var first = new OpenTransaction(() -> billing.add(says(ORDER_A), "m"));

        Future<Boolean> second = others.submit(() -> take(billing, "m", ORDER_A));
        awaitSomebodyWaiting();
        first.commit();

        assertThat(second.get(10, TimeUnit.SECONDS)).isFalse();
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void waitingCopyDoesTheWorkWhenTheFirstRollsBack() throws Exception {
        var first = new OpenTransaction(() -> billing.add(says(ORDER_A), "m"));

        Future<Boolean> second = others.submit(() -> take(billing, "m", ORDER_A));
        awaitSomebodyWaiting();
        first.rollback();

        assertThat(second.get(10, TimeUnit.SECONDS)).isTrue();
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void waitingMessageOfTheSameIdAndOtherContentIsAConflictAndSeesWhatItWaitedFor() throws Exception {
        var first = new OpenTransaction(() -> billing.add(says(ORDER_A), "m"));

        Future<Boolean> second = others.submit(() -> take(billing, "m", ORDER_B));
        awaitSomebodyWaiting();
        first.commit();

        assertThatThrownBy(() -> second.get(10, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(RefusedMessageException.class, refused -> assertThat(refused.reason())
                        .isEqualTo(Reason.MESSAGE_ID_CONFLICT));
    }

    @Test
    void waitForTheFirstCopyIsBoundedByTheLockTimeout() throws Exception {
        var first = new OpenTransaction(() -> billing.add(says(ORDER_A), "m"));

        assertThatThrownBy(() -> transaction.execute(status -> {
                    new JdbcTemplate(database.dataSource()).execute("SET LOCAL lock_timeout = '100ms'");
                    return billing.add(says(ORDER_A), "m");
                }))
                .hasRootCauseInstanceOf(SQLException.class)
                .rootCause()
                .extracting(cause -> ((SQLException) cause).getSQLState())
                .isEqualTo("55P03");
        first.rollback();
    }

    @Test
    void rolledBackWorkLeavesNoTraceOfItsMessage() {
        transaction.execute(status -> {
            status.setRollbackOnly();
            return billing.add(says(ORDER_A), "m");
        });

        assertThat(rows()).isZero();
        assertThat(take(billing, "m", ORDER_A)).isTrue();
    }

    @Test
    void oneConsumersRecordNeverMakesAnotherSkip() {
        assertThat(take(billing, "m", ORDER_A)).isTrue();
        assertThat(take(notification, "m", ORDER_A)).isTrue();
        assertThat(take(notification, "m", ORDER_A)).isFalse();
        assertThat(take(notification, "m2", ORDER_B)).isTrue();
        assertThat(take(billing, "m2", ORDER_B)).isTrue();
        assertThat(rows()).isEqualTo(4);
    }

    @Test
    void idsAreToldApartByTheirExactBytes() {
        String[] ids = {
            "m",
            "M",
            "m ",
            " m",
            "ı",
            "i",
            "é",
            "e\u0301",
            "x".repeat(100),
            "x".repeat(101),
            "x".repeat(255),
            "\uD83D\uDCE6".repeat(60),
            "\uD83D\uDCE6".repeat(61),
            "msg/../1;--",
            "'); DROP TABLE invoice; --"
        };
        for (String id : ids) {
            assertThat(take(billing, id, ORDER_A)).as(id).isTrue();
        }
        for (String id : ids) {
            assertThat(take(billing, id, ORDER_A)).as(id).isFalse();
            assertThat(database.count("SELECT count(*) FROM processed_message WHERE message_id = ?", id))
                    .isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "   ", "\t\n"})
    void messageWithoutAnIdIsRefusedAndNeverTakenForACopyOfAnother(String blank) {
        assertThatThrownBy(() -> take(billing, blank, ORDER_A))
                .isInstanceOfSatisfying(RefusedMessageException.class, refused -> assertThat(refused.reason())
                        .isEqualTo(Reason.MISSING_MESSAGE_ID));
        assertThat(rows()).isZero();
    }

    @Test
    void idThatNoDatabaseCanHoldIsRefused() {
        assertThatThrownBy(() -> take(billing, "m\0", ORDER_A))
                .isInstanceOfSatisfying(RefusedMessageException.class, refused -> assertThat(refused.reason())
                        .isEqualTo(Reason.INVALID_MESSAGE));
    }

    @Test
    void knownIdWithOtherContentIsAConflictAndCounted() {
        take(billing, "m", ORDER_A);

        assertThatThrownBy(() -> take(billing, "m", ORDER_B))
                .isInstanceOfSatisfying(RefusedMessageException.class, refused -> assertThat(refused.reason())
                        .isEqualTo(Reason.MESSAGE_ID_CONFLICT));

        assertThat(counted("inbox.conflicts")).isEqualTo(1);
        assertThat(counted("inbox.duplicates")).isZero();
    }

    /** Put there by hand, so that a message is skipped. */
    @Test
    void idThatIsKnownWithoutItsContentIsADuplicate() {
        database.update("INSERT INTO processed_message (message_id, consumer) VALUES ('m', 'billing.invoice')");

        assertThat(take(billing, "m", ORDER_A)).isFalse();
        assertThat(take(notification, "m", ORDER_A)).isTrue();
    }

    /** The article's first exercise: only the inbox's own key means "duplicate". */
    @Test
    void violationOfAnyOtherConstraintIsAnErrorAndNoDuplicate() {
        database.update("ALTER TABLE processed_message ADD CONSTRAINT one_order_one_row UNIQUE (fingerprint)");
        try {
            take(billing, "m", ORDER_A);

            assertThatThrownBy(() -> take(billing, "m2", ORDER_A))
                    .isInstanceOf(DuplicateKeyException.class)
                    .hasMessageContaining("one_order_one_row");
        } finally {
            database.update("ALTER TABLE processed_message DROP CONSTRAINT one_order_one_row");
        }
    }

    @Test
    void nothingIsEverRemovedOrEmptied() {
        take(billing, "m", ORDER_A);

        assertThat(billing.remove("m")).isFalse();
        assertThat(billing.remove(says(ORDER_A), "m")).isFalse();
        assertThatThrownBy(billing::clear).isInstanceOf(UnsupportedOperationException.class);

        assertThat(billing.contains("m")).isTrue();
        assertThat(take(billing, "m", ORDER_A)).isFalse();
    }

    @Test
    void withoutATransactionOnItsOwnDatabaseNothingIsTaken() {
        assertThatThrownBy(() -> billing.add(says(ORDER_A), "m")).hasMessageContaining("needs a transacted step");
        try (Database stranger = Database.create()) {
            var elsewhere = new TransactionTemplate(new DataSourceTransactionManager(stranger.dataSource()));
            assertThatThrownBy(() -> elsewhere.execute(status -> billing.add(says(ORDER_A), "m")))
                    .hasMessageContaining("needs a transacted step");
        }
        assertThat(rows()).isZero();
    }

    @Test
    void askingBeforeInsertingIsRefused() {
        assertThatThrownBy(() -> billing.contains(says(ORDER_A), "m")).hasMessageContaining("eager: true");
    }

    @Test
    void messageThatNobodyHasReadIsRefused() {
        assertThatThrownBy(() -> transaction.execute(status -> billing.add(new DefaultExchange(camel), "m")))
                .hasMessageContaining("fingerprint");
        assertThat(rows()).isZero();
    }

    @Test
    void deliveriesAreCountedOnceAndOnlyAfterTheirCommit() {
        transaction.execute(status -> {
            billing.add(says(ORDER_A), "m");
            assertThat(counted("inbox.processed")).isZero();
            return true;
        });
        transaction.execute(status -> {
            status.setRollbackOnly();
            return billing.add(says(ORDER_B), "rolled back");
        });
        take(billing, "m", ORDER_A);
        transaction.execute(status -> {
            Exchange exchange = says(ORDER_A);
            exchange.setVariable(PostgresInbox.REPLAYED, true);
            billing.add(exchange, "m2");
            billing.duplicateByBusinessKey(exchange);
            return true;
        });

        assertThat(counted("inbox.processed", "consumer", "billing.invoice")).isEqualTo(1);
        assertThat(counted(
                        "inbox.duplicates", "consumer", "billing.invoice", "cause", "message-id", "replayed", "false"))
                .isEqualTo(1);
        assertThat(counted(
                        "inbox.duplicates", "consumer", "billing.invoice", "cause", "business-key", "replayed", "true"))
                .isEqualTo(1);
        assertThat(counted("inbox.duplicates")).isEqualTo(2);
    }

    /** Camel's JdbcMessageIdRepository with its own table, in the same place: why there is a repository of our own. */
    @Nested
    class TheStockRepository {

        private final JdbcMessageIdRepository stock =
                new JdbcMessageIdRepository(database.dataSource(), transaction, "billing.invoice");

        @BeforeEach
        void createTable() {
            stock.start();
            database.update("DELETE FROM camel_messageprocessed");
        }

        @Test
        void failsTheWaitingCopyInsteadOfSkippingIt() throws Exception {
            var first = new OpenTransaction(() -> stock.add("m"));

            Future<Boolean> second = others.submit(() -> take(stock, "m", ORDER_A));
            awaitSomebodyWaiting();
            first.commit();

            assertThatThrownBy(() -> second.get(10, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(DuplicateKeyException.class);
        }

        @Test
        void takesAnotherOrderUnderAKnownIdForACopy() {
            assertThat(take(stock, "m", ORDER_A)).isTrue();
            assertThat(take(stock, "m", ORDER_B)).isFalse();
        }

        @Test
        void removesTheRowOfACopyThatHasCommittedMeanwhile() {
            take(stock, "m", ORDER_A);

            assertThat(stock.remove("m")).isTrue();
            assertThat(take(stock, "m", ORDER_A)).isTrue();
        }

        @Test
        void takesEveryMessageWithABlankIdForACopyOfTheFirst() {
            assertThat(take(stock, "", ORDER_A)).isTrue();
            assertThat(take(stock, "", ORDER_B)).isFalse();
        }
    }

    private boolean take(IdempotentRepository inbox, String messageId, String content) {
        return Boolean.TRUE.equals(transaction.execute(status -> inbox.add(says(content), messageId)));
    }

    private static Exchange says(String content) {
        Exchange exchange = new DefaultExchange(camel);
        exchange.setVariable(PostgresInbox.FINGERPRINT, content);
        return exchange;
    }

    private static long rows() {
        return database.count("SELECT count(*) FROM processed_message");
    }

    private double counted(String name, String... tags) {
        return meters.find(name).tags(tags).counters().stream()
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

    /** A transaction on a thread of its own, which has done its work and waits for the test to say how it ends. */
    private final class OpenTransaction {

        private final CountDownLatch end = new CountDownLatch(1);
        private final CompletableFuture<Boolean> worked = new CompletableFuture<>();
        private final Future<?> ended;
        private volatile boolean rollback;

        OpenTransaction(Callable<Boolean> work) throws Exception {
            ended = others.submit(() -> transaction.executeWithoutResult(status -> {
                try {
                    worked.complete(work.call());
                    end.await();
                } catch (Exception e) {
                    worked.completeExceptionally(e);
                }
                if (rollback) {
                    status.setRollbackOnly();
                }
            }));
            assertThat(worked.get(10, TimeUnit.SECONDS)).isTrue();
        }

        void commit() throws Exception {
            end.countDown();
            ended.get(10, TimeUnit.SECONDS);
        }

        void rollback() throws Exception {
            rollback = true;
            commit();
        }
    }
}

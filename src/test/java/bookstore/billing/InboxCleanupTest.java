package bookstore.billing;

import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.ErrorLog;
import bookstore.billing.dev.Stage;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Instances clean while they invoice, and neither disturbs the other. */
class InboxCleanupTest {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int EXPIRED = 2_000;

    @Test
    void threeInstancesForgetEachRowOnceWhileOrdersAndTheirCopiesComeIn() {
        try (Stage stage = Stage.with(
                3,
                "billing.inbox.cleanup.period=200ms",
                "billing.inbox.cleanup.batch=20",
                "billing.inbox.cleanup.pause=10ms")) {
            cleansWhileItInvoices(stage);
        }
    }

    private static void cleansWhileItInvoices(Stage stage) {
        rows(stage, EXPIRED, "old", 31);
        rows(stage, 10, "young", 29);
        List<UUID> orders = Stream.generate(UUID::randomUUID).limit(60).toList();
        try (ErrorLog log = ErrorLog.open()) {
            orders.forEach(order ->
                    stage.publish(placed("m-" + order, order, "10", "EUR"), placed("m-" + order, order, "10", "EUR")));

            await().atMost(SOON).until(() -> stage.invoices() == orders.size() && expired(stage) == 0);
            await().atMost(SOON).until(() -> stage.counted("inbox.cleaned") == EXPIRED);

            assertThat(log.lines()).isEmpty();
            assertThat(log.warnings()).isEmpty();
        }
        assertThat(stage.inboxRows()).isEqualTo(10 + orders.size());
        assertThat(stage.provider().ledger()).hasSize(orders.size());
        assertThat(stage.deadLettersWaiting()).isZero();
        assertThat(stage.database().count("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"))
                .isZero();
    }

    /** What is left is the next instance's, and a stop is not held up by a pause either. */
    @Test
    void stopEndsTheTurnAfterItsBatch() {
        try (Stage alone = Stage.with(
                1,
                "billing.inbox.cleanup.period=100ms",
                "billing.inbox.cleanup.batch=1",
                "billing.inbox.cleanup.pause=1m")) {
            rows(alone, EXPIRED, "old", 31);
            await().atMost(SOON).until(() -> alone.counted("inbox.cleaned") > 0);

            long began = System.nanoTime();
            alone.stopApps();

            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(30));
            assertThat(expired(alone)).isBetween(EXPIRED - 10L, EXPIRED - 1L);
        }
    }

    private static void rows(Stage stage, int count, String name, int days) {
        stage.database()
                .update(
                        "INSERT INTO processed_message (message_id, consumer, processed_at)"
                                + " SELECT ? || i, 'billing.invoice', now() - ? * interval '24 hours'"
                                + " FROM generate_series(1, ?) AS i",
                        name,
                        days,
                        count);
    }

    private static long expired(Stage stage) {
        return stage.database()
                .count("SELECT count(*) FROM processed_message WHERE processed_at < now() - interval '720 hours'");
    }
}

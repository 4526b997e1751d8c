package bookstore.billing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.BillingApp;
import bookstore.billing.dev.ErrorLog;
import bookstore.billing.dev.Stage;
import bookstore.billing.dev.SteadyLoad;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The previous version works on while the next one migrates the schema under it, and may come back. */
class TwoVersionsTest {

    private static final Duration SOON = Duration.ofSeconds(120);
    private static final String NEXT = "spring.flyway.locations=classpath:db/migration,classpath:db/next";

    @Test
    void previousVersionWorksOnTheSchemaOfTheNextOneAndStartsOnItToo() throws Exception {
        try (Stage stage = Stage.with(1)) {
            BillingApp previous = stage.apps().get(0);
            List<UUID> orders;
            try (SteadyLoad load = SteadyLoad.start(stage, Duration.ofMillis(50))) {
                awaitMoreInvoices(stage);
                BillingApp next = stage.start(null, NEXT);
                assertThat(migrations(stage)).isEqualTo(4);
                try (ErrorLog log = ErrorLog.open()) {
                    // both at work, then either alone
                    awaitMoreInvoices(stage);
                    next.stopConsuming();
                    awaitMoreInvoices(stage);
                    next.startConsuming();
                    previous.close();
                    awaitMoreInvoices(stage);
                    next.close();
                    assertThat(log.lines()).isEmpty();
                }
                stage.start(null);
                awaitMoreInvoices(stage);
                orders = load.stop();
            }
            await().atMost(SOON).until(() -> stage.invoices() == orders.size());
            await().atMost(SOON).until(() -> stage.waiting() == 0);
            assertThat(orders)
                    .allSatisfy(order -> assertThat(stage.invoices(order)).isEqualTo(1));
            assertThat(stage.provider().ledger()).hasSize(orders.size());
            assertThat(stage.deadLettersWaiting()).isZero();
        }
    }

    private static void awaitMoreInvoices(Stage stage) {
        long invoices = stage.invoices();
        await().atMost(SOON).until(() -> stage.invoices() > invoices + 20);
    }

    private static long migrations(Stage stage) {
        return stage.database()
                .count("SELECT count(*) FROM flyway_schema_history WHERE success AND version::int > 9000");
    }
}

package bookstore.billing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.AppProcess;
import bookstore.billing.dev.Provider;
import bookstore.billing.dev.Stage;
import bookstore.billing.dev.SteadyLoad;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Two processes that are stopped and started in turn, as a new version is rolled out, while orders keep coming. */
class RollingRestartIT {

    private static final Duration SOON = Duration.ofSeconds(90);
    private static final int TERMINATED = 143;

    /** Each stops and starts both instances. */
    private static final int ROUNDS = Integer.getInteger("billing.test.rolling-restarts", 2);

    @Test
    void rollingRestartUnderLoadLosesAndDoublesNothing() throws Exception {
        List<AppProcess> started = new ArrayList<>();
        try (Stage stage = Stage.with(0)) {
            try {
                stage.provider().delay(Duration.ofMillis(200));
                var instances = new AppProcess[] {start(stage, started), start(stage, started)};
                List<UUID> orders;
                try (SteadyLoad load = SteadyLoad.start(stage, Duration.ofMillis(40))) {
                    await().atMost(SOON).until(() -> stage.invoices() > 20);
                    for (int round = 0; round < ROUNDS; round++) {
                        for (int i = 0; i < instances.length; i++) {
                            assertThat(instances[i].stop()).isEqualTo(TERMINATED);
                            long invoices = stage.invoices();
                            // the other one goes on meanwhile
                            await().atMost(SOON).until(() -> stage.invoices() > invoices + 20);
                            instances[i] = start(stage, started);
                        }
                    }
                    orders = load.stop();
                }
                await().atMost(SOON).until(() -> stage.invoices() >= orders.size());
                await().atMost(SOON).until(() -> stage.waiting() == 0);
                // what nobody has acked would be ready again
                for (AppProcess instance : instances) {
                    assertThat(instance.stop()).isEqualTo(TERMINATED);
                }
                assertThat(stage.waiting()).isZero();

                assertInvoicedAndChargedOnce(stage, orders);
                assertThat(stage.deadLettersWaiting()).isZero();
                assertThat(started)
                        .allSatisfy(process -> assertThat(process.lines()).noneMatch(line -> line.contains(" ERROR ")));
                System.out.printf(
                        "rolling restart: %d stops, %d orders, %d invoices, %d charges%n",
                        started.size(),
                        orders.size(),
                        stage.invoices(),
                        stage.provider().ledger().size());
            } finally {
                started.forEach(AppProcess::close);
            }
        }
    }

    private static void assertInvoicedAndChargedOnce(Stage stage, List<UUID> orders) {
        String[] expected = orders.stream().map(UUID::toString).toArray(String[]::new);

        assertThat(stage.database().rows("SELECT order_id::text AS order_id FROM invoice"))
                .extracting(row -> row.get("order_id"))
                .containsExactlyInAnyOrder((Object[]) expected);
        assertThat(stage.provider().ledger().stream()
                        .map(Provider.Charge::orderId)
                        .collect(Collectors.toList()))
                .containsExactlyInAnyOrder(expected);
    }

    private static AppProcess start(Stage stage, List<AppProcess> started) {
        AppProcess process = AppProcess.start(stage, "--billing.invoice.concurrency=4");
        started.add(process);
        return process;
    }
}

package bookstore.billing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.ErrorLog;
import bookstore.billing.dev.Forwarder;
import bookstore.billing.dev.RouteBean;
import bookstore.billing.dev.Stage;
import bookstore.billing.dev.SteadyLoad;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.apache.camel.ServiceStatus;
import org.junit.jupiter.api.Test;

/** An operator stops, starts, suspends and resumes the route by its MBean while it has payments in work. */
class RouteByOperatorTest {

    private static final Duration SOON = Duration.ofSeconds(90);

    private final RouteBean route = new RouteBean();

    @Test
    void routeThatIsStoppedAndStartedUnderLoadLosesAndDoublesNothing() throws Exception {
        try (Stage stage = Stage.with(1)) {
            stage.provider().delay(Duration.ofMillis(200));
            List<UUID> orders;
            try (ErrorLog log = ErrorLog.open();
                    SteadyLoad load = SteadyLoad.start(stage, Duration.ofMillis(40))) {
                for (int round = 0; round < 3; round++) {
                    awaitPaymentsInWork(stage);
                    route.stop();
                    assertQuiet(stage, "Stopped");
                    route.start();
                    awaitPaymentsInWork(stage);
                    route.suspend();
                    assertQuiet(stage, "Suspended");
                    route.resume();
                }
                orders = load.stop();
                await().atMost(SOON).until(() -> stage.invoices() == orders.size());
                await().atMost(SOON).until(() -> stage.waiting() == 0);
                assertThat(log.lines()).isEmpty();
            }
            // what nobody has acked would be ready again
            stage.stopApps();
            assertThat(stage.waiting()).isZero();
            assertThat(orders)
                    .allSatisfy(order -> assertThat(stage.invoices(order)).isEqualTo(1));
            assertThat(stage.provider().ledger()).hasSize(orders.size());
            // none was tried again, so none was cut off
            assertThat(stage.chargeRequests()).hasSize(orders.size());
            assertThat(stage.deadLettersWaiting()).isZero();
        }
    }

    @Test
    void routeThatIsStoppedWhileItPausesForAnOutageStaysStopped() throws Exception {
        try (Stage stage = Stage.with(0);
                Forwarder database = new Forwarder(stage.database().port())) {
            database.open();
            var app = stage.start(
                    null, "spring.datasource.url=" + stage.database().urlOnPort(database.port()));
            database.shut();
            await().atMost(SOON).until(() -> route.state().equals("Suspended"));
            route.stop();
            database.open();
            await().atMost(SOON).until(() -> !app.health().contains("the database"));

            await().during(Duration.ofSeconds(3)).atMost(SOON).until(() -> app.consuming() == ServiceStatus.Stopped);
            route.start();
            try (SteadyLoad load = SteadyLoad.start(stage, Duration.ofMillis(40))) {
                await().atMost(SOON).until(() -> stage.invoices() > 5);
                load.stop();
            }
        }
    }

    private static void awaitPaymentsInWork(Stage stage) {
        await().atMost(SOON).until(() -> stage.provider().inFlight() > 2);
    }

    /** When the operation returns, what was in work is done: no payment runs, and no invoice comes any more. */
    private void assertQuiet(Stage stage, String state) throws Exception {
        assertThat(route.state()).isEqualTo(state);
        assertThat(stage.provider().inFlight()).isZero();
        long invoices = stage.invoices();
        assertThat(invoices).isEqualTo(stage.provider().ledger().size());
        await().during(Duration.ofSeconds(1)).atMost(SOON).until(() -> stage.invoices() == invoices);
    }
}

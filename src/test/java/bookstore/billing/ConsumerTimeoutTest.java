package bookstore.billing;

import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.BillingApp;
import bookstore.billing.dev.KillableRabbit;
import bookstore.billing.dev.Stage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The broker takes a message away from a consumer whose payment still runs, since a setting says
 * otherwise of the broker's patience. The broker looks once a minute, so this takes some minutes.
 */
@EnabledIfSystemProperty(named = "billing.test.long", matches = "true")
@EnabledIf("bookstore.billing.dev.KillableRabbit#isInstalled")
class ConsumerTimeoutTest {

    @Test
    void messageThatTheBrokerTakesAwayDuringItsPaymentIsChargedOnceAndConsumersComeBack(@TempDir Path directory)
            throws Exception {
        try (Stage stage = Stage.with(0);
                KillableRabbit rabbit = KillableRabbit.start(directory, "consumer_timeout = 60000");
                BillingApp app = BillingApp.start(
                        null,
                        stage.database(),
                        rabbit.broker(),
                        stage.provider(),
                        "billing.invoice.concurrency=2",
                        "billing.payment.timeout=150s",
                        "billing.broker.consumer-timeout=2h")) {
            UUID order = UUID.randomUUID();
            // longer than the timeout and the minute between the broker's looks
            stage.provider().next(1).delay(Duration.ofSeconds(140));

            rabbit.broker().publish("order-placed", "", placed("m", order, "10", "EUR"));
            await().atMost(Duration.ofMinutes(5)).until(() -> stage.invoices(order) == 1);
            // the second delivery waited for the first one's row, and is its duplicate
            await().atMost(Duration.ofMinutes(5)).until(() -> app.counted("inbox.duplicates") >= 1);

            assertThat(stage.charges(order)).isEqualTo(1);
            assertThat(stage.chargeRequests()).hasSize(1);
            assertThat(rabbit.broker().ready("billing-invoice.dlq")).isZero();

            UUID next = UUID.randomUUID();
            rabbit.broker().publish("order-placed", "", placed("m-next", next, "10", "EUR"));
            await().atMost(Duration.ofSeconds(60)).until(() -> stage.invoices(next) == 1);
        }
    }
}

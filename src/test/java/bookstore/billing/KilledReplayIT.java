package bookstore.billing;

import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.AppProcess;
import bookstore.billing.dev.NeedsRealRabbit;
import bookstore.billing.dev.Orders;
import bookstore.billing.dev.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A replay that is killed, as the process that it is, and run again. */
@NeedsRealRabbit
class KilledReplayIT {

    private static final Duration LONG = Duration.ofMinutes(5);
    private static final int LETTERS = 200;

    @Test
    void replayThatIsKilledInTheMiddleAndRunAgainLosesNothingAndDoublesNothing() throws Exception {
        try (Stage stage = Stage.with(1)) {
            stage.stopConsuming();
            List<UUID> orders = new ArrayList<>();
            for (int i = 0; i < LETTERS; i++) {
                UUID order = UUID.randomUUID();
                orders.add(order);
                stage.broker()
                        .publish(
                                "",
                                "billing-invoice.dlq",
                                Orders.with(
                                        placed("m-" + i, order, "10", "TRY"),
                                        Map.of(
                                                "x-reason",
                                                "attempts-exhausted",
                                                "x-failed-at",
                                                Instant.now().toString())));
            }

            try (AppProcess replay = replay(stage, "20")) {
                await().atMost(LONG).until(() -> stage.broker().ready("billing-invoice") >= 30);
                replay.kill();
            }
            long sent = stage.broker().ready("billing-invoice");
            await().atMost(LONG).until(() -> stage.deadLettersWaiting() >= LETTERS - sent);
            assertThat(sent).isLessThan(LETTERS);
            stage.startConsuming();
            try (AppProcess again = replay(stage, "1000")) {
                assertThat(again.exitStatus()).as(again.lines().toString()).isZero();
            }

            await().atMost(LONG).until(() -> stage.invoices() == LETTERS && stage.waiting() == 0);
            assertThat(orders)
                    .allSatisfy(order -> assertThat(stage.charges(order)).isEqualTo(1));
            assertThat(stage.deadLettersWaiting()).isZero();
        }
    }

    private static AppProcess replay(Stage stage, String rate) {
        return AppProcess.launch(
                AppProcess.environment(stage), "dead-letters", "replay", "--queue", "billing-invoice", "--rate", rate);
    }
}

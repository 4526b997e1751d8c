package bookstore.billing;

import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.Stage;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A message that always fails takes nobody with it, however many others its consumer has fetched. */
class PoisonTest {

    private static final Duration SOON = Duration.ofSeconds(60);

    @ParameterizedTest
    @ValueSource(ints = {1, 50})
    void poisonLeavesAfterItsTriesAndItsNeighboursAreInvoiced(int prefetch) {
        UUID poison = UUID.randomUUID();
        List<UUID> good = Stream.generate(UUID::randomUUID).limit(50).toList();
        // with the payment's own limit of 10 s, 50 messages could wait longer than the broker allows
        try (Stage stage = Stage.with(1, "billing.invoice.prefetch=" + prefetch, "billing.payment.timeout=5s")) {
            stage.provider().forOrder(poison).failAlways(500);

            good.subList(0, 25).forEach(order -> stage.publish(placed("m-" + order, order, "10", "EUR")));
            stage.publish(placed("poison", poison, "10", "EUR"));
            good.subList(25, 50).forEach(order -> stage.publish(placed("m-" + order, order, "10", "EUR")));

            await().atMost(SOON).until(() -> stage.deadLettersWaiting() == 1 && stage.invoices() == good.size());
            assertThat(stage.takeDeadLetters()).singleElement().satisfies(letter -> {
                assertThat(letter.getMessageProperties().getMessageId()).isEqualTo("poison");
                assertThat(letter.getMessageProperties().getHeaders())
                        .containsEntry("x-reason", "attempts-exhausted")
                        .containsEntry("x-attempts", 3);
            });
            assertThat(good).allSatisfy(order -> {
                assertThat(stage.invoices(order)).isEqualTo(1);
                assertThat(stage.charges(order)).isEqualTo(1);
            });
            assertThat(stage.waiting()).isZero();
        }
    }
}

package bookstore.billing;

import static bookstore.billing.dev.Orders.message;
import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.AppProcess;
import bookstore.billing.dev.Orders;
import bookstore.billing.dev.Stage;
import bookstore.billing.order.Sample;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The jar that ships, on a machine that speaks Turkish or German and knows no UTF-8: the amounts are the same. */
class LocaleIT {

    private static final Duration SOON = Duration.ofSeconds(60);

    @ParameterizedTest
    @CsvSource({"tr,TR,ISO-8859-9", "de,DE,US-ASCII"})
    void amountsIdsAndCurrenciesAreTheSame(String language, String country, String charset) {
        try (Stage stage = Stage.with(0)) {
            var environment = AppProcess.environment(stage);
            environment.put(
                    "JAVA_TOOL_OPTIONS",
                    "-Duser.language=%s -Duser.country=%s -Dfile.encoding=%s".formatted(language, country, charset));
            try (AppProcess app = AppProcess.launch(environment)) {
                app.awaitStarted();
                Map<UUID, String> expected = new LinkedHashMap<>();
                for (Sample sample : Sample.values()) {
                    UUID order = UUID.randomUUID();
                    expected.put(order, "149.90 TRY");
                    stage.publish(sample.message("İı😀 " + sample, order));
                }
                UUID rupees = UUID.randomUUID();
                expected.put(rupees, "1234567.80 INR");
                stage.publish(message(
                        "ß",
                        Orders.body(rupees, "1234567.8", "inr")
                                .replace("}", ",\"müşteri\":\"İlker\"}")
                                .replace("orderId", "ORDERID")));
                stage.publish(placed("bad", UUID.randomUUID(), "\"12,50\"", "EUR"));

                await().atMost(SOON).until(() -> stage.invoices() == expected.size());
                expected.forEach((order, amount) -> {
                    assertThat(stage.database()
                                    .count(
                                            "SELECT count(*) FROM invoice WHERE order_id = ? AND amount || ' ' || currency = ?",
                                            order,
                                            amount))
                            .isEqualTo(1);
                    assertThat(stage.provider().charges(order)).singleElement().satisfies(charge -> assertThat(
                                    charge.amount() + " " + charge.currency())
                            .isEqualTo(amount));
                });
                for (Sample sample : Sample.values()) {
                    assertThat(stage.database()
                                    .count(
                                            "SELECT count(*) FROM processed_message WHERE message_id = ?",
                                            "İı😀 " + sample))
                            .isEqualTo(1);
                }
                await().atMost(SOON).until(() -> stage.deadLettersWaiting() == 1);
            }
        }
    }
}

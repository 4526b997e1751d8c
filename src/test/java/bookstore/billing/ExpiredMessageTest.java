package bookstore.billing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.delivery.Topology;
import bookstore.billing.dev.Orders;
import bookstore.billing.dev.Stage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Message;

/** What a dead-letter queue gives up after its time is kept in the database. */
class ExpiredMessageTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    @Test
    void deadLetterWhoseTimeIsOverIsKeptWithItsReason() {
        try (Stage stage = Stage.with(1)) {
            Message letter = Orders.with(
                    Orders.message("m", "{\"broken\":"),
                    Map.of("x-reason", "invalid-message", "x-attempts", 1, "odd", "a\0b", "nested", Map.of("k", "v")));
            // one that expired in its consumer's queue has no reason of ours, and this one no id either
            Message silent = Orders.message(null, "");

            stage.broker().publish("", "billing-invoice.expired", letter);
            stage.broker().publish("", "order-notification.expired", silent);

            assertThat(Topology.consumedQueues())
                    .allSatisfy(queue -> assertThat(stage.broker().consumers(queue + ".expired"))
                            .isEqualTo(1));
            await().atMost(SOON).until(() -> stage.database().count("SELECT count(*) FROM expired_message") == 2);
            assertThat(
                            stage.database()
                                    .rows(
                                            """
                                    SELECT queue, message_id, reason, headers ->> 'x-attempts' AS attempts, body
                                    FROM expired_message ORDER BY queue
                                    """))
                    .satisfiesExactly(
                            row -> {
                                assertThat(row)
                                        .containsEntry("queue", "billing-invoice")
                                        .containsEntry("message_id", "m")
                                        .containsEntry("reason", "invalid-message")
                                        .containsEntry("attempts", "1");
                                assertThat((byte[]) row.get("body"))
                                        .isEqualTo("{\"broken\":".getBytes(StandardCharsets.UTF_8));
                            },
                            row -> assertThat(row)
                                    .containsEntry("queue", "order-notification")
                                    .containsEntry("message_id", null)
                                    .containsEntry("reason", "expired"));
            assertThat(stage.broker().ready("billing-invoice.expired")).isZero();
        }
    }
}

package bookstore.billing;

import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.AppProcess;
import bookstore.billing.dev.Stage;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Message;

/** Two processes of the jar that ships, on one queue and one database. */
class TwoProcessesIT {

    private static final Duration SOON = Duration.ofSeconds(60);

    @Test
    void copiesOverTwoProcessesMakeOneInvoiceAndOneChargeAndEveryCopyIsAcked() {
        try (Stage stage = Stage.with(0);
                AppProcess one = AppProcess.start(stage, "--billing.invoice.concurrency=4");
                AppProcess two = AppProcess.start(stage, "--billing.invoice.concurrency=4")) {
            var processes = List.of(one, two);
            UUID order = UUID.randomUUID();
            stage.provider().delay(Duration.ofSeconds(3));

            stage.publish(
                    Collections.nCopies(20, placed("m", order, "149.90", "TRY")).toArray(Message[]::new));
            await().atMost(SOON).until(() -> ended(processes) == 20);

            assertThat(stage.invoices(order)).isEqualTo(1);
            assertThat(stage.charges(order)).isEqualTo(1);
            assertThat(stage.chargeRequests()).hasSize(1);
            assertThat(scraped(processes, "inbox_processed_total", "billing.invoice"))
                    .isEqualTo(1);
            assertThat(scraped(processes, "inbox_duplicates_total", "cause=\"message-id\""))
                    .isEqualTo(19);
            assertThat(stage.deadLettersWaiting()).isZero();
            // both had copies of it, or nothing was proved about two
            assertThat(processes)
                    .allSatisfy(process -> assertThat(ended(List.of(process))).isPositive());

            // two orders, each under ten ids, at a provider that ignores keys
            UUID[] orders = {UUID.randomUUID(), UUID.randomUUID()};
            stage.provider().ignoreKeys();
            stage.publish(IntStream.range(0, 20)
                    .mapToObj(i -> placed("m-" + i, orders[i % 2], "10.00", "EUR"))
                    .toArray(Message[]::new));
            await().atMost(SOON).until(() -> ended(processes) == 40);

            assertThat(orders).allSatisfy(each -> {
                assertThat(stage.invoices(each)).isEqualTo(1);
                assertThat(stage.charges(each)).isEqualTo(1);
            });
            assertThat(scraped(processes, "inbox_duplicates_total", "cause=\"business-key\""))
                    .isEqualTo(18);
            assertThat(processes)
                    .allSatisfy(process -> assertThat(process.lines()).noneMatch(line -> line.contains(" ERROR ")));

            // what is not acked is ready again once nobody holds it
            one.kill();
            two.kill();
            assertThat(stage.waiting()).isZero();
        }
    }

    private static long ended(List<AppProcess> processes) {
        return scraped(processes, "inbox_processed_total", "") + scraped(processes, "inbox_duplicates_total", "");
    }

    private static long scraped(List<AppProcess> processes, String counter, String tag) {
        return processes.stream()
                .mapToLong(process -> process.scraped(counter, tag))
                .sum();
    }
}

package bookstore.billing;

import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.Stage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What dashboards and alarms rely on stands in a scrape, under its name and with its tags. */
class MetricsTest {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** The names that others rely on: each after one event of its kind. */
    private static final List<String> CONTRACT = List.of(
            "inbox_processed_total{consumer=\"billing.invoice\"} 2.0",
            "inbox_duplicates_total{cause=\"message-id\",consumer=\"billing.invoice\",replayed=\"false\"} 1.0",
            "inbox_duplicates_total{cause=\"business-key\",consumer=\"billing.invoice\",replayed=\"false\"} 1.0",
            "inbox_conflicts_total{consumer=\"billing.invoice\"} 1.0",
            "inbox_cleaned_total 1.0",
            "billing_payments_total{outcome=\"captured\"} 2.0",
            "billing_payments_total{outcome=\"declined\"} 1.0",
            "billing_payments_total{outcome=\"unknown\"} 1.0",
            "billing_dead_letters_total{queue=\"billing-invoice.dlq\",reason=\"message-id-conflict\"} 1.0",
            "billing_dead_letters_total{queue=\"billing-invoice.dlq\",reason=\"payment-declined\"} 1.0");

    private static final List<String> BESIDE = List.of(
            "billing_payment_duration_seconds_count{outcome=\"captured\"} 2",
            "billing_payment_duration_seconds_count{outcome=\"declined\"} 1",
            "billing_payment_duration_seconds_bucket{outcome=\"captured\",le=\"0.5\"}",
            "inbox_duplicate_wait_seconds_count{consumer=\"billing.invoice\"} 1",
            "inbox_cleanup_duration_seconds_count",
            "inbox_oldest_age_seconds",
            "inbox_cleanup_behind_seconds 0.0",
            "inbox_retention_margin_seconds 1381314.0",
            "billing_queue_messages{queue=\"billing-invoice.dlq\"} 2.0",
            "billing_queue_consumers{queue=\"billing-invoice\"} 8.0",
            "billing_queue_nonempty_seconds{queue=\"billing-invoice.dlq\"}",
            "hikaricp_connections_active{pool=\"HikariPool-",
            "camel_route_policy_seconds_count{",
            "camel_exchanges_total{");

    @Test
    void scrapeHasEveryMetricAfterOneEventOfEachKind() {
        try (Stage stage = Stage.with(1, "billing.inbox.cleanup.period=500ms")) {
            stage.database()
                    .update("INSERT INTO processed_message (message_id, consumer, processed_at)"
                            + " VALUES ('old', 'billing.invoice', now() - interval '721 hours')");
            UUID order = UUID.randomUUID();
            // a copy that meets its first one at work
            stage.provider().delay(Duration.ofMillis(500));
            stage.publish(placed("m-1", order, "10", "EUR"), placed("m-1", order, "10", "EUR"));
            await().atMost(SOON).until(() -> stage.ended() == 2);
            stage.provider().behave();
            stage.publish(placed("m-2", order, "10", "EUR"), placed("m-1", UUID.randomUUID(), "10", "EUR"));
            await().atMost(SOON).until(() -> stage.ended() == 4);
            stage.provider().failNext(1, 402);
            stage.publish(placed("m-3", UUID.randomUUID(), "10", "EUR"));
            await().atMost(SOON).until(() -> stage.ended() == 5);
            stage.provider().chargeAndFail(1, 500);
            stage.publish(placed("m-4", UUID.randomUUID(), "10", "EUR"));
            await().atMost(SOON).until(() -> stage.ended() == 6 && stage.counted("inbox.cleaned") == 1);

            int port = stage.apps().get(0).managementPort();
            await().atMost(SOON).untilAsserted(() -> assertThat(scrape(port)).satisfies(lines -> assertThat(
                            Stream.concat(CONTRACT.stream(), BESIDE.stream()))
                    .allSatisfy(start -> assertThat(lines).as(start).anyMatch(line -> line.startsWith(start)))));
            assertThat(scrape(port))
                    .filteredOn(line -> line.startsWith("inbox_duplicate_wait_seconds_sum"))
                    .allSatisfy(line -> assertThat(Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                            .isBetween(0.1, 10.0));
        }
    }

    private static List<String> scrape(int port) {
        var uri = URI.create("http://127.0.0.1:" + port + "/actuator/prometheus");
        try {
            return HTTP.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                    .body()
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}

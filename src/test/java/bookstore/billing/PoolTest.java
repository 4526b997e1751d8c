package bookstore.billing;

import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.ErrorLog;
import bookstore.billing.dev.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Message;

/**
 * Waiting for a connection is "later" and not "the database is away". Its full size is {@code
 * -Dbilling.test.pool-messages=200}.
 */
class PoolTest {

    private static final int MESSAGES = Integer.getInteger("billing.test.pool-messages", 60);
    private static final int CONNECTIONS = 4;
    private static final Duration PAYMENT = Duration.ofSeconds(2);

    @Test
    void moreConsumersThanConnectionsAreSlowAndDoEverythingOnce() {
        assertDoesEverythingOnce("billing.payment.timeout=4s");
    }

    /** The same where the wait for a connection does run out, again and again. */
    @Test
    void waitForAConnectionThatRunsOutIsLaterAndNoOutage() {
        // consumers / connections x payment limit is just within it, and a payment takes all of its limit
        assertDoesEverythingOnce(
                "billing.payment.timeout=2500ms",
                "spring.datasource.hikari.connection-timeout=5000",
                "billing.invoice.concurrency=8");
    }

    /** It has a connection of its own, and consumers wait for none of its locks. */
    @Test
    void cleanerThatWorksMeanwhileChangesNothing() {
        assertDoesEverythingOnce(
                MESSAGES / 2,
                3_000,
                "billing.payment.timeout=4s",
                "billing.inbox.cleanup.period=200ms",
                "billing.inbox.cleanup.batch=10",
                "billing.inbox.cleanup.pause=20ms");
    }

    private static void assertDoesEverythingOnce(String... settings) {
        assertDoesEverythingOnce(MESSAGES, 0, settings);
    }

    /** @param expired rows that the inbox has and shall have no more */
    private static void assertDoesEverythingOnce(int count, int expired, String... settings) {
        int copies = count / 4;
        var all = new ArrayList<>(List.of(settings));
        all.add("spring.datasource.hikari.maximum-pool-size=" + CONNECTIONS);
        try (Stage stage = Stage.with(1, all.toArray(String[]::new));
                ErrorLog log = ErrorLog.open()) {
            stage.provider().delay(PAYMENT);
            stage.database()
                    .update(
                            "INSERT INTO processed_message (message_id, consumer, processed_at)"
                                    + " SELECT 'old-' || i, 'billing.invoice', now() - interval '721 hours'"
                                    + " FROM generate_series(1, ?) AS i",
                            expired);
            List<UUID> orders =
                    Stream.generate(UUID::randomUUID).limit(count - copies).toList();
            messages(orders, copies).forEach(stage::publish);

            Duration atBest = PAYMENT.multipliedBy(orders.size()).dividedBy(CONNECTIONS);
            await().atMost(atBest.multipliedBy(2).plusSeconds(30)).until(() -> stage.ended() == count);

            assertThat(orders).allSatisfy(order -> {
                assertThat(stage.invoices(order)).isEqualTo(1);
                assertThat(stage.charges(order)).isEqualTo(1);
            });
            assertThat(stage.inboxRows()).isEqualTo(orders.size());
            assertThat(stage.counted("inbox.cleaned")).isEqualTo(expired);
            assertThat(stage.deadLettersWaiting()).isZero();
            assertThat(stage.waiting()).isZero();
            assertThat(log.warnings()).noneMatch(line -> line.contains("away"));
            assertThat(log.lines()).isEmpty();
        }
    }

    /** One copy each of the first orders, anywhere among the others. */
    private static List<Message> messages(List<UUID> orders, int copies) {
        var messages = new ArrayList<Message>();
        Stream.concat(orders.stream(), orders.stream().limit(copies))
                .forEach(order -> messages.add(placed("m-" + order, order, "10", "EUR")));
        Collections.shuffle(messages, new Random(5));
        return messages;
    }
}

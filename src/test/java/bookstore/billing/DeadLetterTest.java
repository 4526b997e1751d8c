package bookstore.billing;

import static bookstore.billing.dev.Orders.body;
import static bookstore.billing.dev.Orders.message;
import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.NeedsRealRabbit;
import bookstore.billing.dev.Orders;
import bookstore.billing.dev.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageDeliveryMode;

/** What waiting cannot cure leaves at once, with its reason, and blocks nobody. */
class DeadLetterTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    private static Stage stage;

    private final UUID order = UUID.randomUUID();
    private long lettersBefore;

    @BeforeAll
    static void start() {
        stage = Stage.with(1);
    }

    @AfterAll
    static void stop() {
        stage.close();
    }

    @BeforeEach
    void clear() {
        stage.clear();
        lettersBefore = stage.counted("billing.dead.letters");
    }

    @Test
    void messagesWithoutAnIdAreRefusedEachForItselfAndNeverCharged() {
        for (String noId : new String[] {null, "", "   "}) {
            stage.publish(
                    placed(noId, UUID.randomUUID(), "10.00", "EUR"), placed(noId, UUID.randomUUID(), "10.00", "EUR"));
        }

        assertThat(awaitDeadLetters(6)).allSatisfy(letter -> assertReason(letter, "missing-message-id"));
        assertThat(stage.invoices()).isZero();
        assertThat(stage.chargeRequests()).isEmpty();
        assertThat(stage.inboxRows()).isZero();
        assertThat(stage.waiting()).isZero();
    }

    @Test
    void knownIdWithAnotherOrderOrAmountIsAConflictAndNeverCharged() {
        long conflictsBefore = stage.counted("inbox.conflicts", "consumer", "billing.invoice");
        UUID other = UUID.randomUUID();
        stage.publish(placed("m", order, "10", "TRY"));
        await().atMost(SOON).until(() -> stage.invoices(order) == 1);

        stage.publish(
                placed("m", other, "10", "TRY"), placed("m", order, "99", "TRY"), placed("m", order, "10", "EUR"));

        assertThat(awaitDeadLetters(3)).allSatisfy(letter -> {
            assertReason(letter, "message-id-conflict");
            assertThat(letter.getMessageProperties().getMessageId()).isEqualTo("m");
        });
        assertThat(stage.counted("inbox.conflicts", "consumer", "billing.invoice"))
                .isEqualTo(conflictsBefore + 3);
        assertThat(stage.invoices(other)).isZero();
        assertThat(stage.charges(order)).isEqualTo(1);
        assertThat(stage.chargeRequests()).hasSize(1);
    }

    @Test
    void sameOrderInOtherWordsUnderItsIdIsADuplicateAndNoConflict() {
        long duplicatesBefore = stage.counted("inbox.duplicates", "cause", "message-id");
        stage.publish(placed("m", order, "10", "TRY"));
        stage.publish(message(
                "m", "{\"Currency\":\"try\", \"SentAt\":\"now\", \"Total\":\"10.00\", \"OrderId\":\"" + order + "\"}"));

        await().atMost(SOON)
                .until(() -> stage.counted("inbox.duplicates", "cause", "message-id") == duplicatesBefore + 1);
        assertThat(stage.charges(order)).isEqualTo(1);
        assertThat(stage.deadLettersWaiting()).isZero();
    }

    @Test
    void badMessageIsADeadLetterAsItCameAndTheNextGoodOneIsInvoiced() {
        Message bad = Orders.with(message("bad", "<order/>"), Map.of("tenant", "istanbul", "priority-customer", 7));
        bad.getMessageProperties().setCorrelationId("c-1");
        Instant before = Instant.now();

        stage.publish(bad, placed("good", order, "10", "TRY"));

        await().atMost(Duration.ofSeconds(2)).until(() -> stage.invoices(order) == 1);
        assertThat(awaitDeadLetters(1)).singleElement().satisfies(letter -> {
            assertReason(letter, "invalid-message");
            assertThat(letter.getBody()).isEqualTo(bad.getBody());
            var properties = letter.getMessageProperties();
            assertThat(properties.getMessageId()).isEqualTo("bad");
            assertThat(properties.getCorrelationId()).isEqualTo("c-1");
            assertThat(properties.getContentType()).isEqualTo("application/json");
            assertThat(properties.getReceivedDeliveryMode()).isEqualTo(MessageDeliveryMode.PERSISTENT);
            assertThat(properties.getHeaders())
                    .containsEntry("tenant", "istanbul")
                    .containsEntry("priority-customer", 7)
                    .containsEntry("x-attempts", 1)
                    .containsKeys("x-reason", "x-error", "x-first-failed-at", "x-failed-at");
            assertThat(properties.<String>getHeader("x-error")).isNotBlank().doesNotContain("\n");
            assertThat(Instant.parse(properties.getHeader("x-first-failed-at")))
                    .isBetween(before.minusSeconds(1), Instant.now());
            assertThat(Instant.parse(properties.getHeader("x-failed-at")))
                    .isBetween(before.minusSeconds(1), Instant.now());
        });
        assertThat(stage.counted("billing.dead.letters", "queue", "billing-invoice.dlq", "reason", "invalid-message"))
                .isPositive();
    }

    @Test
    void declinedPaymentIsFinalAfterOneTry() {
        stage.provider().failAlways(402);

        stage.publish(placed("m", order, "10", "TRY"));

        assertThat(awaitDeadLetters(1)).allSatisfy(letter -> assertReason(letter, "payment-declined"));
        assertThat(stage.chargeRequests()).hasSize(1);
        assertThat(stage.invoices(order)).isZero();
        assertThat(stage.inboxRows()).isZero();
    }

    @Test
    void keyThatWasUsedWithOtherParametersIsFinalAndNeverTriedUnderAnotherKey() {
        stage.provider().failAlways(422);

        stage.publish(placed("m", order, "10", "TRY"));

        assertThat(awaitDeadLetters(1)).allSatisfy(letter -> assertReason(letter, "payment-conflict"));
        assertThat(stage.chargeRequests()).singleElement().satisfies(request -> assertThat(request.key())
                .isEqualTo(order.toString()));
        assertThat(stage.charges(order)).isZero();
    }

    @Test
    void whatSendersPutIntoHeadersEndsNoJourneyEarlyAndSteersNothing() {
        Message hostile = Orders.with(
                message("bad", "[]"),
                Map.of(
                        "x-attempts",
                        "many",
                        "CamelSqlQuery",
                        "DELETE FROM processed_message",
                        "x-first-death-queue",
                        "billing-invoice"));
        Message steering = Orders.with(
                placed("steering", order, "10", "TRY"),
                Map.of("CamelSqlQuery", "DROP TABLE invoice", "camelSqlUpdateCount", 0, "orderId", "other"));
        steering.getMessageProperties().setReplyTo("order-notification");

        stage.publish(hostile, steering);

        assertThat(awaitDeadLetters(1)).singleElement().satisfies(letter -> {
            assertReason(letter, "invalid-message");
            assertThat(letter.getMessageProperties().getHeaders())
                    .containsEntry("x-original-first-death-queue", "billing-invoice")
                    .containsEntry("x-attempts", 1)
                    .doesNotContainKey("x-first-death-queue");
        });
        await().atMost(SOON).until(() -> stage.invoices(order) == 1);
        assertThat(stage.charges(order)).isEqualTo(1);
        // one copy by the exchange for each message, and no answer
        assertThat(stage.broker().ready("order-notification")).isEqualTo(2);
    }

    /** The stand-in reads an expiration as a point in time. */
    @NeedsRealRabbit
    @Test
    void expirationOfTheSenderDoesNotFollowADeadLetter() {
        Message bad = message("bad", "[]");
        bad.getMessageProperties().setExpiration("86400000");

        stage.publish(bad);

        assertThat(awaitDeadLetters(1)).singleElement().satisfies(letter -> {
            assertThat(letter.getMessageProperties().getExpiration()).isNull();
            assertThat(letter.getMessageProperties().getHeaders()).containsEntry("x-original-expiration", "86400000");
        });
    }

    /** Its publisher gave it a time to live, and nobody took it in time. */
    @NeedsRealRabbit
    @Test
    void messageThatExpiresInItsQueueIsADeadLetterWithoutAReason() {
        stage.stopConsuming();
        try {
            Message late = placed("late", order, "10", "TRY");
            late.getMessageProperties().setExpiration("100");
            stage.publish(late);

            await().atMost(SOON).until(() -> stage.deadLettersWaiting() == 1);
            assertThat(stage.takeDeadLetters()).singleElement().satisfies(letter -> {
                assertThat(letter.getMessageProperties().getMessageId()).isEqualTo("late");
                assertThat(letter.getMessageProperties().getHeaders()).doesNotContainKey("x-reason");
            });
            assertThat(stage.invoices(order)).isZero();
        } finally {
            stage.startConsuming();
        }
    }

    @Test
    void ordersThatDifferInTheirBodyOnlyByUnknownFieldsAreInvoiced() {
        String extended = body(order, "10", "TRY").replace("}", ",\"lines\":[{\"total\":99,\"sku\":\"x\"}]}");

        stage.publish(message("m", extended));

        await().atMost(SOON).until(() -> stage.invoices(order) == 1);
        assertThat(stage.provider().ledger()).singleElement().satisfies(charge -> assertThat(charge.amount())
                .isEqualTo("10.00"));
    }

    private List<Message> awaitDeadLetters(int number) {
        await().atMost(SOON)
                .until(() -> stage.counted("billing.dead.letters") - lettersBefore, letters -> letters == number);
        List<Message> letters = stage.takeDeadLetters();
        assertThat(letters).hasSize(number);
        return letters;
    }

    private static void assertReason(Message letter, String reason) {
        assertThat(letter.getMessageProperties().<Object>getHeader("x-reason")).isEqualTo(reason);
    }
}

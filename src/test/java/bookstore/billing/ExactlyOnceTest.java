package bookstore.billing;

import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.ErrorLog;
import bookstore.billing.dev.Mode;
import bookstore.billing.dev.Orders;
import bookstore.billing.dev.Stage;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.springframework.amqp.core.Message;

/** Copies and repeated orders over two instances of four consumers each. */
class ExactlyOnceTest {

    /** Where payments hold no connection, messages of one order that meet come again one by one. */
    private static final Duration SOON = Duration.ofSeconds(120);

    private static Stage stage;

    private final UUID order = UUID.randomUUID();
    private final String messageId = "msg-" + UUID.randomUUID();
    private long processedBefore;
    private long byMessageIdBefore;
    private long byBusinessKeyBefore;
    private long endedBefore;

    @BeforeAll
    static void start(TestInfo test) {
        stage = Stage.with(2, Mode.of(test), "billing.invoice.concurrency=4");
    }

    @AfterAll
    static void stop() {
        stage.close();
    }

    @BeforeEach
    void clear() {
        stage.clear();
        processedBefore = stage.counted("inbox.processed");
        byMessageIdBefore = byMessageId();
        byBusinessKeyBefore = byBusinessKey();
        endedBefore = stage.ended();
    }

    @Test
    void copyThatComesDuringThePaymentIsSkipped() {
        stage.provider().delay(Duration.ofSeconds(3));
        try (ErrorLog errors = ErrorLog.open()) {
            stage.publish(copy());
            await().atMost(SOON).until(() -> stage.provider().inFlight() == 1);
            stage.publish(copy());
            awaitEnded(2);

            assertInvoicedOnce();
            assertThat(byMessageId()).isEqualTo(byMessageIdBefore + 1);
            assertThat(errors.lines()).isEmpty();
        }
    }

    @Test
    void twentyCopiesOverTwoInstancesMakeOneInvoiceAndOneCharge() {
        stage.provider().delay(Duration.ofSeconds(3));
        try (ErrorLog errors = ErrorLog.open()) {
            stage.publish(Collections.nCopies(20, copy()).toArray(Message[]::new));
            awaitEnded(20);

            assertInvoicedOnce();
            assertThat(stage.counted("inbox.processed")).isEqualTo(processedBefore + 1);
            assertThat(byMessageId()).isEqualTo(byMessageIdBefore + 19);
            assertThat(stage.chargeRequests()).hasSize(1);
            assertThat(stage.inboxRows()).isEqualTo(1);
            assertThat(stage.deadLettersWaiting()).isZero();
            assertThat(errors.lines()).isEmpty();
        }
    }

    @Test
    void waitingCopyDoesTheWorkWhenTheFirstRollsBack() {
        stage.provider().failAfter(Duration.ofSeconds(3), 1, 500);

        stage.publish(copy());
        await().atMost(SOON).until(() -> stage.provider().inFlight() == 1);
        stage.publish(copy());
        // the first copy comes again later, and finds the work done
        awaitEnded(2);

        assertInvoicedOnce();
        assertThat(stage.chargeRequests())
                .extracting(request -> request.status())
                .containsExactly(500, 201);
        assertThat(stage.chargeRequests()).extracting(request -> request.key()).containsOnly(order.toString());
        assertThat(stage.counted("inbox.processed")).isEqualTo(processedBefore + 1);
        assertThat(byMessageId()).isEqualTo(byMessageIdBefore + 1);
    }

    @Test
    void messageThatRolledBackAndCameAgainCountsItsCopyOnce() {
        stage.provider().failNext(1, 500);

        stage.publish(copy());
        awaitEnded(1);
        stage.publish(copy());
        awaitEnded(2);

        assertInvoicedOnce();
        assertThat(stage.counted("inbox.processed")).isEqualTo(processedBefore + 1);
        assertThat(byMessageId()).isEqualTo(byMessageIdBefore + 1);
    }

    @Test
    void orderUnderFiveHundredIdsIsChargedOnce() {
        stage.publish(IntStream.range(0, 500)
                .mapToObj(i -> placed(messageId + "-" + i, order, "149.90", "TRY"))
                .toArray(Message[]::new));
        awaitEnded(500);

        assertInvoicedOnce();
        assertThat(byBusinessKey()).isEqualTo(byBusinessKeyBefore + 499);
        assertThat(byMessageId()).isEqualTo(byMessageIdBefore);
        assertThat(stage.inboxRows()).isEqualTo(500);
    }

    @Test
    void fiveHundredCopiesOfOneMessageAreChargedOnce() {
        stage.publish(Collections.nCopies(500, copy()).toArray(Message[]::new));
        awaitEnded(500);

        assertInvoicedOnce();
        assertThat(byMessageId()).isEqualTo(byMessageIdBefore + 499);
        assertThat(byBusinessKey()).isEqualTo(byBusinessKeyBefore);
        assertThat(stage.inboxRows()).isEqualTo(1);
        assertThat(stage.database().count("SELECT copies FROM processed_message"))
                .isEqualTo(499);
    }

    @Test
    void invoicedOrderNeverReachesAProviderThatHasForgottenItsKey() {
        stage.publish(copy());
        awaitEnded(1);
        stage.database().update("UPDATE invoice SET created_at = created_at - interval '2 days'");
        stage.provider().forgetKeys();

        stage.publish(placed("another id", order, "149.9", "try"));
        awaitEnded(2);

        assertInvoicedOnce();
        assertThat(stage.chargeRequests()).hasSize(1);
        assertThat(byBusinessKey()).isEqualTo(byBusinessKeyBefore + 1);
    }

    @Test
    void twoIdsOfOneOrderAtTheSameMomentAreChargedOnceByAProviderThatIgnoresKeys() {
        stage.provider().ignoreKeys();
        stage.provider().delay(Duration.ofSeconds(1));

        stage.publish(IntStream.range(0, 8)
                .mapToObj(i -> placed(messageId + "-" + i, order, "149.90", "TRY"))
                .toArray(Message[]::new));
        awaitEnded(8);

        assertInvoicedOnce();
        assertThat(byBusinessKey()).isEqualTo(byBusinessKeyBefore + 7);
    }

    @Test
    void orderWithAnotherAmountOrCurrencyThanItsInvoicesIsAnOrderConflict() {
        stage.publish(copy());
        awaitEnded(1);
        stage.provider().forgetKeys();

        stage.publish(placed("other amount", order, "149.91", "TRY"), placed("other currency", order, "149.90", "EUR"));
        awaitEnded(3);

        assertInvoicedOnce();
        assertThat(stage.chargeRequests()).hasSize(1);
        assertThat(stage.takeDeadLetters()).hasSize(2).allSatisfy(letter -> assertThat(
                        letter.getMessageProperties().<Object>getHeader("x-reason"))
                .isEqualTo("order-conflict"));
        assertThat(stage.inboxRows()).isEqualTo(1);
    }

    /** Somebody who writes invoices without the order's lock: the unique order id has the last word. */
    @Test
    void invoiceThatAppearsDuringThePaymentIsFoundByTheNextTry() {
        stage.provider().delay(Duration.ofSeconds(1));

        stage.publish(copy());
        await().atMost(SOON).until(() -> stage.provider().inFlight() == 1);
        stage.database()
                .update(
                        "INSERT INTO invoice (order_id, amount, currency, payment_id) VALUES (?, 149.9, 'TRY', 'theirs')",
                        order);
        awaitEnded(1);

        assertInvoicedOnce();
        assertThat(byBusinessKey()).isEqualTo(byBusinessKeyBefore + 1);
        assertThat(stage.deadLettersWaiting()).isZero();
    }

    @Test
    void idsAreToldApartExactlyOnTheirWayThroughTheBroker() {
        List<String> ids = List.of(
                "m", "M", "m ", "x".repeat(254) + "y", "x".repeat(255), "msg/../1;--", "\uD83D\uDCE6".repeat(60));

        ids.forEach(id -> stage.publish(placed(id, UUID.randomUUID(), "10", "TRY")));
        awaitEnded(ids.size());

        assertThat(stage.invoices()).isEqualTo(ids.size());
        assertThat(stage.database().rows("SELECT message_id FROM processed_message"))
                .extracting(row -> row.get("message_id"))
                .containsExactlyInAnyOrderElementsOf(ids);
    }

    @Test
    void replayedCopyIsCountedAsReplayed() {
        stage.publish(copy());
        awaitEnded(1);
        long replayedBefore = stage.counted("inbox.duplicates", "replayed", "true");

        stage.publish(Orders.with(copy(), Map.of("x-replays", 1)));
        awaitEnded(2);

        assertInvoicedOnce();
        assertThat(stage.counted("inbox.duplicates", "replayed", "true")).isEqualTo(replayedBefore + 1);
    }

    private Message copy() {
        return placed(messageId, order, "149.90", "TRY");
    }

    private void awaitEnded(long deliveries) {
        await().atMost(SOON).until(() -> stage.ended() - endedBefore, ended -> ended == deliveries);
        assertThat(stage.waiting()).isZero();
    }

    private void assertInvoicedOnce() {
        assertThat(stage.invoices(order)).isEqualTo(1);
        assertThat(stage.charges(order)).isEqualTo(1);
        assertThat(stage.provider().ledger()).hasSize(1);
        assertThat(stage.database().rows("SELECT amount::text, currency FROM invoice WHERE order_id = ?", order))
                .singleElement()
                .satisfies(invoice -> assertThat(invoice.get("currency")).isEqualTo("TRY"));
    }

    private static long byMessageId() {
        return stage.counted("inbox.duplicates", "consumer", "billing.invoice", "cause", "message-id");
    }

    private static long byBusinessKey() {
        return stage.counted("inbox.duplicates", "consumer", "billing.invoice", "cause", "business-key");
    }
}

package bookstore.billing.reconcile;

import static bookstore.billing.dev.Events.refunded;
import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.Provider;
import bookstore.billing.dev.Stage;
import bookstore.billing.inquiry.OrderRecords;
import bookstore.billing.inquiry.QueuedMessage;
import bookstore.billing.inquiry.Queues;
import bookstore.billing.payment.LedgerFailedException;
import bookstore.billing.payment.ProviderLedger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every kind of difference between ledger and tables is found, and nothing else, while orders come in. */
class ReconciliationTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** For differences that are there to stay. */
    private static final Duration NO_GRACE = Duration.ZERO;

    private static final Queues NOTHING_WAITS = look -> List.of();

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static Stage stage;

    private final Instant start = Instant.now();

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
    }

    @Test
    void orderThatIsChargedAndInvoicedIsNoDifference() {
        UUID order = UUID.randomUUID();
        stage.publish(placed("m", order, "149.90", "TRY"));
        await().atMost(LIMIT).until(() -> stage.invoices(order) == 1);

        Findings findings = reconcile();

        assertThat(findings.differences()).isEmpty();
        assertThat(findings.charges()).isEqualTo(1);
        assertThat(findings.invoices()).isEqualTo(1);
    }

    @Test
    void chargeWithoutInvoiceIsFound() {
        UUID order = UUID.randomUUID();
        charge(order, "12.50", "EUR");

        assertThat(reconcile().differences()).singleElement().satisfies(difference -> {
            assertThat(difference.kind()).isEqualTo(Kind.CHARGE_WITHOUT_INVOICE);
            assertThat(difference.orderId()).isEqualTo(order.toString());
            assertThat(difference.text()).contains("12.50 EUR");
            assertThat(difference.charges()).singleElement().satisfies(charge -> assertThat(charge.amount())
                    .isEqualTo(new BigDecimal("12.50")));
            assertThat(difference.known()).isEmpty();
        });
    }

    /** Somebody else with our key at the provider. */
    @Test
    void chargeOfAnOrderThatIsNoneOfOursIsFound() {
        post("order 7", "order 7", "1.00", "EUR");

        assertDifferences(tuple(Kind.CHARGE_WITHOUT_INVOICE, "order 7"));
    }

    @Test
    void invoiceWithoutChargeIsFound() {
        UUID order = UUID.randomUUID();
        invoice(order, "10", "TRY", "pay_gone");

        assertDifferences(tuple(Kind.INVOICE_WITHOUT_CHARGE, order.toString()));
    }

    @Test
    void otherAmountAndOtherCurrencyAreFoundAndAnotherNumberOfZerosIsNone() {
        UUID amount = UUID.randomUUID();
        UUID currency = UUID.randomUUID();
        UUID zeros = UUID.randomUUID();
        invoice(amount, "149.91", "TRY", charge(amount, "149.90", "TRY"));
        invoice(currency, "149.90", "TRY", charge(currency, "149.90", "EUR"));
        invoice(zeros, "149.9", "TRY", charge(zeros, "149.90", "TRY"));

        assertDifferences(
                tuple(Kind.AMOUNT_DIFFERS, amount.toString()), tuple(Kind.AMOUNT_DIFFERS, currency.toString()));
    }

    @Test
    void orderThatIsChargedTwiceIsFoundWithAndWithoutInvoice() {
        UUID invoiced = UUID.randomUUID();
        UUID not = UUID.randomUUID();
        stage.provider().ignoreKeys();
        invoice(invoiced, "5", "EUR", charge(invoiced, "5.00", "EUR"));
        charge(invoiced, "5.00", "EUR");
        charge(not, "6.00", "EUR");
        charge(not, "6.00", "EUR");

        assertDifferences(
                tuple(Kind.CHARGED_TWICE, invoiced.toString()),
                tuple(Kind.CHARGED_TWICE, not.toString()),
                tuple(Kind.CHARGE_WITHOUT_INVOICE, not.toString()));
    }

    /** The key was forgotten after a day: the first charge lies in another period. */
    @Test
    void chargeBesideTheOneThatAnEarlierInvoiceNamesIsFound() {
        UUID order = UUID.randomUUID();
        invoice(order, "5", "EUR", "pay_of_yesterday");
        stage.database().update("UPDATE invoice SET created_at = now() - interval '2 days'");
        charge(order, "5.00", "EUR");

        assertDifferences(tuple(Kind.OTHER_PAYMENT, order.toString()));
    }

    @Test
    void declinedRefundedAndPendingChargesAskForNoInvoice() {
        UUID declined = UUID.randomUUID();
        UUID refunded = UUID.randomUUID();
        UUID pending = UUID.randomUUID();
        UUID returned = UUID.randomUUID();
        stage.provider().forOrder(declined).failNext(1, 402);
        post(declined.toString(), declined.toString(), "5.00", "EUR");
        charge(refunded, "6.00", "EUR");
        stage.provider().refund(refunded);
        String payment = charge(returned, "7.00", "EUR");
        invoice(returned, "7", "EUR", payment);
        payment(returned, payment, "Refunded");
        stage.provider().refund(returned);
        stage.provider().forOrder(pending).hold();
        HTTP.sendAsync(
                request(pending.toString(), pending.toString(), "8.00", "EUR"), HttpResponse.BodyHandlers.discarding());
        await().atMost(LIMIT).until(() -> stage.provider().inFlight() == 1);

        assertThat(reconcile().differences()).isEmpty();
    }

    @Test
    void invoiceWhoseChargeWasDeclinedOrStillRunsHasNoCharge() {
        UUID declined = UUID.randomUUID();
        stage.provider().forOrder(declined).failNext(1, 402);
        post(declined.toString(), declined.toString(), "5.00", "EUR");
        invoice(declined, "5", "EUR", "pay_declined");

        assertDifferences(tuple(Kind.INVOICE_WITHOUT_CHARGE, declined.toString()));
    }

    @Test
    void refundThatOurTablesDoNotKnowIsFound() {
        UUID order = UUID.randomUUID();
        stage.publish(placed("m", order, "10", "EUR"));
        await().atMost(LIMIT).until(() -> stage.invoices(order) == 1);
        stage.provider().refund(order);

        assertDifferences(tuple(Kind.STATUS_DIFFERS, order.toString()));
    }

    @Test
    void refundThatAnEventHasToldOfIsNoDifference() {
        UUID order = UUID.randomUUID();
        stage.publish(placed("m", order, "10", "EUR"));
        await().atMost(LIMIT).until(() -> stage.invoices(order) == 1);
        stage.provider().refund(order);
        stage.publishEvents(
                refunded("r", order, stage.provider().charges(order).get(0).paymentId()));
        await().atMost(LIMIT).until(() -> stage.payment(order).equals("Refunded"));

        assertThat(reconcile().differences()).isEmpty();
    }

    /** Clocks differ, and a period ends somewhere. */
    @Test
    void otherSideIsLookedForWhereverItsTimeLies() throws Exception {
        UUID chargedBefore = UUID.randomUUID();
        UUID invoicedBefore = UUID.randomUUID();
        String before = charge(chargedBefore, "5.00", "EUR");
        Instant from = Instant.now().plusMillis(1);
        await().until(() -> Instant.now().isAfter(from));
        invoice(chargedBefore, "5", "EUR", before);
        invoice(invoicedBefore, "6", "EUR", charge(invoicedBefore, "6.00", "EUR"));
        stage.database()
                .update("UPDATE invoice SET created_at = now() - interval '3 days' WHERE order_id = ?", invoicedBefore);

        Findings findings =
                reconciliation(NOTHING_WAITS).of(new Period(from, Instant.now().plusSeconds(60)), NO_GRACE, text -> {});

        assertThat(findings.differences()).isEmpty();
        assertThat(findings.charges()).isEqualTo(1);
        assertThat(findings.invoices()).isEqualTo(1);
    }

    @Test
    void whatIsKnownOfADifferenceIsTold() {
        UUID order = UUID.randomUUID();
        charge(order, "5.00", "EUR");
        payment(order, null, "Pending");
        var dead = new QueuedMessage("billing-invoice.dlq", "m", order, "attempts-exhausted", "boom", 5, null, null, 0);
        var other = new QueuedMessage(
                "billing-invoice.dlq", "n", UUID.randomUUID(), "invalid-message", "bad", 1, null, null, 0);

        List<Difference> differences = reconciliation(look -> showing(look, dead, other))
                .of(period(), NO_GRACE, text -> {})
                .differences();

        assertThat(differences).singleElement().satisfies(difference -> {
            assertThat(difference.messages()).containsExactly(dead);
            assertThat(difference.known())
                    .hasSize(2)
                    .anyMatch(line -> line.contains("attempts-exhausted"))
                    .anyMatch(line -> line.contains("Pending since"));
        });
    }

    @Test
    void orderInWorkIsToldAsSuch() {
        UUID order = UUID.randomUUID();
        charge(order, "5.00", "EUR");
        stage.provider().onChargesAndLookups().forOrder(order).hold();
        stage.publish(placed("m", order, "5", "EUR"));
        await().atMost(LIMIT).until(() -> stage.provider().inFlight() == 1);

        assertThat(reconcile().differences()).singleElement().satisfies(difference -> assertThat(difference.known())
                .containsExactly("in work at this moment"));

        stage.provider().release();
        await().atMost(LIMIT).until(() -> stage.invoices(order) == 1);
        assertThat(reconcile().differences()).isEmpty();
    }

    /** A claim that has ended belongs to nobody who works. */
    @Test
    void orderUnderALiveClaimIsInWork() {
        UUID claimed = UUID.randomUUID();
        UUID abandoned = UUID.randomUUID();
        charge(claimed, "5.00", "EUR");
        charge(abandoned, "6.00", "EUR");
        claim(claimed, "1 minute");
        claim(abandoned, "-1 second");

        assertThat(reconcile().differences())
                .extracting(Difference::orderId, Difference::inWork)
                .containsExactlyInAnyOrder(tuple(claimed.toString(), true), tuple(abandoned.toString(), false));
    }

    private void claim(UUID order, String left) {
        stage.database()
                .update(
                        """
                        INSERT INTO inbox_claim (message_id, consumer, order_id, owner, deadline)
                        VALUES (?, 'billing.invoice', ?, gen_random_uuid(), clock_timestamp() + ?::interval)
                        """,
                        "m-" + order,
                        order,
                        left);
    }

    @Test
    void nothingIsReportedFalselyWhileOrdersComeIn() throws Exception {
        stage.provider().delayAfterCharge(Duration.ofMillis(700));
        List<UUID> orders =
                IntStream.range(0, 120).mapToObj(i -> UUID.randomUUID()).toList();
        UUID lost = UUID.randomUUID();
        charge(lost, "5.00", "EUR");
        var traffic = new Thread(() -> orders.forEach(order -> stage.publish(placed("m-" + order, order, "5", "EUR"))));
        traffic.start();

        int runs = 0;
        while (stage.invoices() < orders.size()) {
            Findings findings = reconciliation(NOTHING_WAITS).of(period(), Duration.ofSeconds(20), text -> {});
            assertThat(findings.differences()).extracting(Difference::orderId).containsOnly(lost.toString());
            runs++;
        }

        traffic.join();
        assertThat(runs).isPositive();
        assertDifferences(tuple(Kind.CHARGE_WITHOUT_INVOICE, lost.toString()));
    }

    @Test
    void ledgerThatFailsForAMomentIsAskedAgainAndOneThatFailsForGoodIsNoResult() {
        UUID order = UUID.randomUUID();
        charge(order, "5.00", "EUR");
        stage.provider().onLookups().failNext(1, 503);
        stage.provider().onLookups().next(1).tell("answer=broken");

        assertDifferences(tuple(Kind.CHARGE_WITHOUT_INVOICE, order.toString()));

        stage.provider().onLookups().failAlways(401);
        assertThatThrownBy(this::reconcile)
                .isInstanceOf(LedgerFailedException.class)
                .hasMessageContaining("401");
    }

    @Test
    void periodThatEndsBeforeItBeginsIsRefused() {
        assertThatThrownBy(() -> new Period(start, start)).isInstanceOf(IllegalArgumentException.class);
    }

    private Findings reconcile() {
        return reconciliation(NOTHING_WAITS).of(period(), NO_GRACE, text -> {});
    }

    private void assertDifferences(org.assertj.core.groups.Tuple... expected) {
        assertThat(reconcile().differences())
                .extracting(Difference::kind, Difference::orderId)
                .containsExactlyInAnyOrder(expected);
    }

    private static List<String> showing(Consumer<QueuedMessage> look, QueuedMessage... messages) {
        List.of(messages).forEach(look);
        return List.of();
    }

    private Period period() {
        return new Period(start.minusSeconds(60), Instant.now().plusSeconds(3_600));
    }

    private static Reconciliation reconciliation(Queues queues) {
        return new Reconciliation(
                new ProviderLedger(stage.provider().url(), Duration.ofSeconds(10)),
                new OrderRecords(stage.database().dataSource()),
                queues,
                new Patience(Duration.ofSeconds(15), Duration.ofMinutes(5)));
    }

    /** @return the payment's id */
    private static String charge(UUID order, String amount, String currency) {
        post(order.toString(), order.toString(), amount, currency);
        List<Provider.Charge> charges = stage.provider().charges(order);
        return charges.get(charges.size() - 1).paymentId();
    }

    private static void post(String key, String orderId, String amount, String currency) {
        try {
            HTTP.send(request(key, orderId, amount, currency), HttpResponse.BodyHandlers.discarding());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static HttpRequest request(String key, String orderId, String amount, String currency) {
        return HttpRequest.newBuilder(URI.create(stage.provider().url() + "/charges"))
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofString("{\"orderId\": \"" + orderId + "\", \"amount\": \"" + amount
                        + "\", \"currency\": \"" + currency + "\"}"))
                .build();
    }

    private static void invoice(UUID order, String amount, String currency, String paymentId) {
        stage.database()
                .update(
                        "INSERT INTO invoice (order_id, amount, currency, payment_id) VALUES (?, ?::numeric, ?, ?)",
                        order,
                        amount,
                        currency,
                        paymentId);
    }

    private static void payment(UUID order, String paymentId, String status) {
        stage.database()
                .update(
                        "INSERT INTO payment (order_id, payment_id, status) VALUES (?, ?, ?)",
                        order,
                        paymentId,
                        status);
    }
}

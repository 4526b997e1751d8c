package bookstore.billing;

import static bookstore.billing.dev.Events.captured;
import static bookstore.billing.dev.Events.event;
import static bookstore.billing.dev.Events.refunded;
import static bookstore.billing.dev.Orders.message;
import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.ErrorLog;
import bookstore.billing.dev.Events;
import bookstore.billing.dev.HandledMessages;
import bookstore.billing.dev.Orders;
import bookstore.billing.dev.PaymentLog;
import bookstore.billing.dev.Stage;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Message;

/** What the provider tells of payments, over two instances; how often a payment has moved is told by a log of its table. */
class PaymentEventsTest {

    private static final Duration SOON = Duration.ofSeconds(60);

    /** All orders of three captures and two refunds, copies of one kind not told apart. */
    private static final List<String> ORDERS =
            List.of("CCCRR", "CCRCR", "CCRRC", "CRCCR", "CRCRC", "CRRCC", "RCCCR", "RCCRC", "RCRCC", "RRCCC");

    private static final int WALKS = 60;

    private static final String[] BOTH_STEPS = {"none > Pending", "Pending > Captured", "Captured > Refunded"};

    private static Stage stage;
    private static PaymentLog log;

    private final UUID order = UUID.randomUUID();
    private final String payment = "pay_" + order;
    private long endedBefore;

    @BeforeAll
    static void start() {
        stage = Stage.with(2, HandledMessages.class, "billing.payment.events.ignored=PaymentDisputed,PaymentExpired");
        log = PaymentLog.of(stage.database());
    }

    @AfterAll
    static void stop() {
        stage.close();
    }

    @BeforeEach
    void clear() {
        stage.clear();
        log.clear();
        endedBefore = stage.endedEvents();
    }

    @Test
    void e1CapturesAndRefundsInEveryOrderEndRefundedByOneStepEach() {
        Map<String, UUID> payments = new HashMap<>();
        ORDERS.forEach(sequence -> payments.put(sequence, pending(UUID.randomUUID())));
        Map<String, Long> before = outcomes();
        // one consumer takes them exactly in this order
        stage.apps().get(1).stop("payment-events");
        try (ErrorLog errors = ErrorLog.open()) {
            for (String sequence : ORDERS) {
                for (int i = 0; i < sequence.length(); i++) {
                    stage.publishEvents(eventOf(sequence, i, payments.get(sequence)));
                }
            }
            awaitEnded(50);

            payments.values().forEach(PaymentEventsTest::assertRefundedStepByStep);
            assertThat(stage.inboxRows()).isEqualTo(50);
            assertThat(stage.takeDeadEvents()).isEmpty();
            assertThat(errors.lines()).isEmpty();
            Map<String, Long> counted = since(before);
            assertThat(counted).containsEntry("moved", 20L);
            assertThat(counted.get("done") + counted.get("stale")).isEqualTo(30);
            // those refunds that stand before any capture
            assertThat(counted.get("early")).isGreaterThanOrEqualTo(5);
        } finally {
            stage.apps().get(1).start("payment-events");
        }
    }

    @Test
    void e1AnyTwoOfThemAtTheSameMomentOnTwoInstancesEndRefundedByOneStepEach() throws SQLException {
        List<UUID> payments = new ArrayList<>();
        try (ErrorLog errors = ErrorLog.open()) {
            for (String sequence : ORDERS) {
                for (int pair = 0; pair < sequence.length() - 1; pair++) {
                    UUID next = pending(UUID.randomUUID());
                    payments.add(next);
                    for (int i = 0; i < sequence.length(); i++) {
                        if (i == pair) {
                            publishAtOnce(eventOf(sequence, i, next), eventOf(sequence, i + 1, next));
                            i++;
                        } else {
                            publishAndAwait(eventOf(sequence, i, next));
                        }
                    }
                }
            }
            awaitEnded(200);

            payments.forEach(PaymentEventsTest::assertRefundedStepByStep);
            assertThat(stage.takeDeadEvents()).isEmpty();
            assertThat(errors.lines()).isEmpty();
        }
    }

    @Test
    void manyPaymentsWhoseEventsOrdersAndRowsComeInAnyOrderEndAsTheModelSays() {
        long seed = Long.getLong("billing.walk.seed", System.nanoTime());
        System.out.println("walk: " + WALKS + " payments, -Dbilling.walk.seed=" + seed);
        var random = new Random(seed);
        List<PaymentWalk> walks =
                Stream.generate(() -> new PaymentWalk(random)).limit(WALKS).toList();
        Map<UUID, String> charged = new HashMap<>();
        walks.forEach(walk -> charged.put(walk.orderId(), charge(walk.orderId())));
        Map<String, Long> before = outcomes();
        long ordersEnded = stage.ended() - stage.endedEvents();

        // each payment's steps in their order, those of all payments mixed
        List<Iterator<PaymentWalk.Next>> left = new ArrayList<>();
        List<UUID> orders = new ArrayList<>();
        walks.forEach(walk -> {
            left.add(walk.steps().iterator());
            orders.add(walk.orderId());
        });
        while (!left.isEmpty()) {
            int one = random.nextInt(left.size());
            if (left.get(one).hasNext()) {
                take(left.get(one).next(), orders.get(one), charged.get(orders.get(one)));
            } else {
                left.remove(one);
                orders.remove(one);
            }
        }
        awaitEnded(walks.stream().mapToLong(PaymentWalk::events).sum());
        await().atMost(SOON)
                .until(() -> stage.ended() - stage.endedEvents() - ordersEnded
                        == walks.stream().mapToLong(PaymentWalk::orders).sum());

        assertThat(stage.provider().ledger()).hasSize(WALKS);
        walks.forEach(walk -> {
            assertThat(log.steps(walk.orderId())).as("%s", walk.steps()).isIn(walk.paths());
            assertThat(stage.invoices(walk.orderId())).isEqualTo(walk.has(PaymentWalk.Step.ORDER) ? 1 : 0);
        });
        Map<String, Long> counted = since(before);
        assertThat(counted.get("moved") + counted.get("done") + counted.get("stale"))
                .isEqualTo(walks.stream().mapToLong(PaymentWalk::distinctEvents).sum());
        assertThat(stage.takeDeadEvents()).isEmpty();
        assertThat(stage.deadLettersWaiting()).isZero();
    }

    private static void take(PaymentWalk.Next next, UUID orderId, String charged) {
        switch (next.step()) {
            case CAPTURED -> stage.publishEvents(captured(next.messageId(), orderId, charged));
            case REFUNDED -> stage.publishEvents(refunded(next.messageId(), orderId, charged));
            case ORDER -> stage.publish(placed(next.messageId(), orderId, "10.00", "TRY"));
            case ROW ->
                stage.database()
                        .update(
                                "INSERT INTO payment (order_id, status) VALUES (?, 'Pending') ON CONFLICT DO NOTHING",
                                orderId);
        }
    }

    /** At the provider alone, as by a try of which nothing is left here. */
    private static String charge(UUID orderId) {
        return stage.provider().charge(orderId, "10.00", "TRY");
    }

    @Test
    void copyOfAnEventIsADuplicateByItsId() {
        pending(order);
        stage.publishEvents(captured("c", order, payment), captured("c", order, payment));
        awaitEnded(2);

        assertThat(stage.payment(order)).isEqualTo("Captured");
        assertThat(stage.inboxRows()).isEqualTo(1);
        assertThat(log.steps(order)).hasSize(2);
    }

    @Test
    void e2EventsThatComeBeforeThePaymentsRowAreKeptUntilItIsThere() {
        Map<String, Long> before = outcomes();
        stage.publishEvents(refunded("r", order, payment), captured("c", order, payment));
        // after the first delay, longer ones
        await().atMost(SOON).until(() -> stage.broker().ready("payment-events.retry.2s") == 2);

        assertThat(since(before).get("early")).isEqualTo(4);
        assertThat(stage.inboxRows()).isZero();
        assertThat(stage.payment(order)).isEqualTo("none");
        pending(order);
        awaitEnded(2);

        assertRefundedStepByStep(order);
    }

    @Test
    void e2EventsThatComeWhileTheOrdersTransactionIsOpenMoveThePaymentBehindItsCommit() {
        Map<String, Long> before = outcomes();
        stage.provider().delayAfterCharge(Duration.ofSeconds(2));
        stage.publish(placed("o", order, "10", "TRY"));
        await().atMost(SOON).until(() -> stage.charges(order) == 1);
        String charged = stage.provider().charges(order).get(0).paymentId();
        stage.publishEvents(refunded("r", order, charged), captured("c", order, charged));
        await().atMost(SOON).until(() -> since(before).get("early") >= 2);
        assertThat(stage.invoices(order)).isZero();
        awaitEnded(2);

        assertThat(log.steps(order)).containsExactly("none > Captured", "Captured > Refunded");
        assertThat(stage.invoices(order)).isEqualTo(1);
        assertThat(stage.charges(order)).isEqualTo(1);
    }

    @Test
    void e3LateOrderChangesNothingOfAPaymentThatHasMovedOn() {
        stage.publish(placed("o1", order, "10", "TRY"));
        await().atMost(SOON).until(() -> stage.invoices(order) == 1);
        stage.publishEvents(
                refunded("r", order, stage.provider().charges(order).get(0).paymentId()));
        awaitEnded(1);
        List<Map<String, Object>> row = row(order);

        stage.publish(placed("o2", order, "10", "TRY"));
        await().atMost(SOON).until(() -> HandledMessages.times("o2") > 0);

        assertThat(row(order)).isEqualTo(row);
        assertThat(stage.payment(order)).isEqualTo("Refunded");
        assertThat(stage.invoices(order)).isEqualTo(1);
        assertThat(stage.chargeRequests()).hasSize(1);
    }

    /** The try that charged rolled back; the events come before the order's next one. */
    @Test
    void e3OrderWhosePaymentWasRefundedBeforeItsInvoiceIsNeitherChargedNorInvoiced() {
        String charged = chargedWithoutInvoice();
        stage.provider().refund(order);
        stage.publishEvents(captured("c", order, charged), refunded("r", order, charged));
        awaitEnded(2);

        stage.provider().behave();
        await().atMost(SOON).until(() -> stage.deadLettersWaiting() == 1);

        assertThat(reason(stage.takeDeadLetters().get(0))).isEqualTo("payment-conflict");
        assertRefundedStepByStep(order);
        assertThat(stage.invoices(order)).isZero();
        assertThat(stage.chargeRequests()).hasSize(1);
    }

    /** The provider's look-up is behind its own events. */
    @Test
    void e3OrderThatIsInvoicedAfterItsRefundTurnsThePaymentBackNeither() {
        String charged = chargedWithoutInvoice();
        stage.publishEvents(captured("c", order, charged), refunded("r", order, charged));
        awaitEnded(2);

        stage.provider().behave();
        await().atMost(SOON).until(() -> stage.invoices(order) == 1);

        assertRefundedStepByStep(order);
        assertThat(stage.chargeRequests()).hasSize(1);
    }

    @Test
    void captureThatAnEventTellsOfIsInvoicedAndNotChargedAgain() {
        String charged = chargedWithoutInvoice();
        stage.provider().forgetKeys();
        stage.publishEvents(captured("c", order, charged));
        awaitEnded(1);

        stage.provider().behave();
        await().atMost(SOON).until(() -> stage.invoices(order) == 1);

        assertThat(log.steps(order)).containsExactly("none > Pending", "Pending > Captured");
        assertThat(stage.charges(order)).isEqualTo(1);
        assertThat(row(order)).singleElement().satisfies(row -> assertThat(row).containsEntry("payment_id", charged));
    }

    @Test
    void eventThatWaitsForLongerThanItsPatienceIsADeadLetterWithItsOwnReason() {
        pending(order);
        Message refund = refunded("r", order, payment);
        stage.publishEvents(
                Orders.with(refund, Map.of("x-first-failed-at", Instant.now().minus(Duration.ofHours(25)) + "")),
                Orders.with(
                        refunded("to-come", order, payment),
                        Map.of("x-first-failed-at", Instant.now().plus(Duration.ofHours(2)) + "")),
                Orders.with(refunded("no-time", order, payment), Map.of("x-first-failed-at", "yesterday")));
        awaitEnded(3);

        assertThat(stage.takeDeadEvents()).hasSize(3).allSatisfy(letter -> assertThat(reason(letter))
                .isEqualTo("too-early"));
        assertThat(stage.payment(order)).isEqualTo("Pending");
        assertThat(stage.inboxRows()).isZero();
    }

    @Test
    void eventOfAnotherPaymentThanTheOrdersIsRefused() {
        UUID other = pending(UUID.randomUUID());
        pending(order);
        stage.publishEvents(captured("c", order, payment));
        awaitEnded(1);

        stage.publishEvents(
                refunded("another", order, "pay_another"),
                captured("of this order", other, payment),
                captured("of none", UUID.randomUUID(), payment));
        awaitEnded(4);

        assertThat(stage.takeDeadEvents()).hasSize(3).allSatisfy(letter -> assertThat(reason(letter))
                .isEqualTo("payment-conflict"));
        assertThat(stage.payment(order)).isEqualTo("Captured");
        assertThat(stage.payment(other)).isEqualTo("Pending");
    }

    @Test
    void unknownEventIsADeadLetterAndAnIgnoredOneIsAcked() {
        Map<String, Long> before = outcomes();
        stage.publishEvents(
                event("failed", "PaymentFailed", order, payment),
                message("partial", "{\"type\":\"PaymentPartiallyRefunded\",\"amount\":\"3.00\"}"),
                message("disputed", "{\"type\":\"PaymentDisputed\",\"dispute\":{\"id\":7}}"),
                event("expired", "PaymentExpired", order, payment),
                event("case", "paymentcaptured", order, payment));
        awaitEnded(5);

        assertThat(stage.takeDeadEvents())
                .extracting(letter -> letter.getMessageProperties().getMessageId() + " " + reason(letter))
                .containsExactlyInAnyOrder("failed unknown-event", "partial unknown-event", "case unknown-event");
        assertThat(since(before)).containsEntry("ignored", 2L);
        assertThat(stage.inboxRows()).isEqualTo(2);
    }

    @Test
    void eventThatSaysNoneIsRefusedAsAnOrderIs() {
        stage.publishEvents(
                message("empty", ""),
                message("array", "[]"),
                message("no type", "{\"paymentId\":\"p\",\"orderId\":\"" + order + "\"}"),
                message("no payment", "{\"type\":\"PaymentCaptured\",\"orderId\":\"" + order + "\"}"),
                message("number", "{\"type\":\"PaymentCaptured\",\"paymentId\":7,\"orderId\":\"" + order + "\"}"),
                event("blank", "PaymentCaptured", order, " "),
                event("nul", "PaymentCaptured", order, "\\u0000"),
                event("half a character", "PaymentCaptured", order, "\\ud800"),
                event("long", "PaymentCaptured", order, "p".repeat(256)),
                message("no order", "{\"type\":\"PaymentCaptured\",\"paymentId\":\"p\",\"orderId\":\"1-1-1-1-1\"}"),
                event(null, "PaymentCaptured", order, payment));
        awaitEnded(11);

        assertThat(stage.takeDeadEvents()).hasSize(11).allSatisfy(letter -> assertThat(reason(letter))
                .isEqualTo(
                        letter.getMessageProperties().getMessageId() == null
                                ? "missing-message-id"
                                : "invalid-message"));
        assertThat(stage.inboxRows()).isZero();
    }

    @Test
    void eventIsReadInEveryShapeOfAMessage() {
        UUID enveloped = pending(UUID.randomUUID());
        UUID event = pending(UUID.randomUUID());
        pending(order);
        stage.publishEvents(
                message("dot-net", "{\"Type\":\"PaymentCaptured\",\"PaymentId\":\"a\",\"OrderId\":\"" + order + "\"}"),
                message(
                        null,
                        "{\"messageId\":\"m-1\",\"messageType\":[\"urn:message:Pay:Captured\"],\"message\":"
                                + Events.body("PaymentCaptured", enveloped, "b") + "}"),
                message(
                        null,
                        "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/pay\",\"type\":\"pay.event.v1\",\"data\":"
                                + Events.body("PaymentCaptured", event, "c") + "}"));
        awaitEnded(3);

        assertThat(Stream.of(order, enveloped, event).map(stage::payment)).containsOnly("Captured");
    }

    @Test
    void idWithAnotherContentIsAConflict() {
        pending(order);
        stage.publishEvents(captured("m", order, payment));
        awaitEnded(1);
        stage.publishEvents(refunded("m", order, payment));
        awaitEnded(2);

        assertThat(stage.takeDeadEvents()).singleElement().satisfies(letter -> assertThat(reason(letter))
                .isEqualTo("message-id-conflict"));
        assertThat(stage.payment(order)).isEqualTo("Captured");
    }

    /** As the first try of an order leaves it that charged and had no answer. */
    private static UUID pending(UUID orderId) {
        stage.database().update("INSERT INTO payment (order_id, status) VALUES (?, 'Pending')", orderId);
        return orderId;
    }

    /** The order's try has charged and failed, and its look-ups fail until the provider behaves again. @return the payment */
    private String chargedWithoutInvoice() {
        stage.provider().forOrder(order).chargeAndFail(1, 500);
        stage.provider().onLookups().failAlways(503);
        stage.publish(placed("o", order, "10", "TRY"));
        await().atMost(SOON).until(() -> stage.payment(order).equals("Pending"));
        return stage.provider().charges(order).get(0).paymentId();
    }

    private static Message eventOf(String sequence, int position, UUID orderId) {
        String id = position + " of " + sequence + " for " + orderId;
        return sequence.charAt(position) == 'C'
                ? captured(id, orderId, "pay_" + orderId)
                : refunded(id, orderId, "pay_" + orderId);
    }

    private static void publishAndAwait(Message event) {
        stage.publishEvents(event);
        await().pollInterval(Duration.ofMillis(5)).atMost(SOON).until(() -> HandledMessages.times(id(event)) > 0);
    }

    /** Each is held in its INSERT into the inbox until both are there, and then both go on. */
    private static void publishAtOnce(Message one, Message other) throws SQLException {
        try (Connection gate = stage.database().dataSource().getConnection()) {
            gate.setAutoCommit(false);
            for (Message event : List.of(one, other)) {
                try (var insert = gate.prepareStatement(
                        "INSERT INTO processed_message (message_id, consumer) VALUES (?, 'payment.events')")) {
                    insert.setString(1, id(event));
                    insert.executeUpdate();
                }
            }
            stage.publishEvents(one, other);
            await().pollInterval(Duration.ofMillis(5))
                    .atMost(SOON)
                    .until(() -> stage.database()
                                    .count(
                                            "SELECT count(*) FROM pg_stat_activity"
                                                    + " WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0")
                            == 2);
            gate.rollback();
        }
        await().pollInterval(Duration.ofMillis(5))
                .atMost(SOON)
                .until(() -> HandledMessages.times(id(one)) > 0 && HandledMessages.times(id(other)) > 0);
    }

    private static void assertRefundedStepByStep(UUID orderId) {
        assertThat(stage.payment(orderId)).isEqualTo("Refunded");
        assertThat(log.steps(orderId)).containsExactly(BOTH_STEPS);
    }

    private void awaitEnded(long events) {
        await().atMost(SOON).until(() -> stage.endedEvents() - endedBefore, ended -> ended == events);
        assertThat(stage.eventsWaiting()).isZero();
    }

    private static Map<String, Long> outcomes() {
        Map<String, Long> counted = new HashMap<>();
        for (String outcome : List.of("moved", "done", "stale", "early", "other-payment", "ignored")) {
            counted.put(outcome, stage.counted("billing.payment.events", "outcome", outcome));
        }
        return counted;
    }

    private static Map<String, Long> since(Map<String, Long> before) {
        Map<String, Long> now = outcomes();
        now.replaceAll((outcome, count) -> count - before.getOrDefault(outcome, 0L));
        return now;
    }

    private static List<Map<String, Object>> row(UUID orderId) {
        return stage.database().rows("SELECT * FROM payment WHERE order_id = ?", orderId);
    }

    private static String id(Message event) {
        return event.getMessageProperties().getMessageId();
    }

    private static String reason(Message letter) {
        return letter.getMessageProperties().getHeader("x-reason");
    }
}

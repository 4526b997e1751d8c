package bookstore.billing;

import static bookstore.billing.dev.Events.refunded;
import static bookstore.billing.dev.Orders.message;
import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.NeedsRealRabbit;
import bookstore.billing.dev.Stage;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Message;

/** What the commands "ask" and "reconcile" tell an operator, and how they end. */
@NeedsRealRabbit
class QuestionsTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static Stage stage;

    private final UUID order = UUID.randomUUID();

    @BeforeAll
    static void start() {
        // a payment that nobody knows stays in its second delay queue for as long as a look takes
        stage = Stage.with(1, "billing.retry.delays=1s,300s");
    }

    @AfterAll
    static void stop() {
        stage.close();
        stage.broker()
                .delete(
                        "billing-invoice.retry.300s",
                        "billing-invoice.retry.5m",
                        "order-notification.retry.5m",
                        "payment-events.retry.5m");
    }

    @BeforeEach
    void clear() {
        stage.clear();
        stage.broker().purge("billing-invoice.retry.5m", "payment-events.retry.5m");
    }

    @Test
    void askTellsOfAnInvoicedOrderByItsMessageAndByItself() {
        Message placed = placed("msg-1", order, "149.90", "TRY");
        stage.publish(placed, placed);
        await().atMost(LIMIT).until(() -> stage.database().count("SELECT sum(copies) FROM processed_message") == 1);
        await().atMost(LIMIT)
                .until(() ->
                        stage.database().count("SELECT count(*) FROM outbox_message WHERE sent_at IS NOT NULL") == 1);

        for (CommandRun run : new CommandRun[] {
            CommandRun.of(stage, "ask", "--message-id", "msg-1"),
            CommandRun.of(stage, "ask", "--order", order.toString())
        }) {
            assertThat(run.status()).as(run.err()).isZero();
            assertThat(run.out())
                    .contains(
                            "inbox      message msg-1 processed by billing.invoice at",
                            ", 1 copy skipped since, the last at ",
                            "order      " + order,
                            "invoice  149.90 TRY, payment pay_",
                            "payment  Captured",
                            "provider Captured 149.90 TRY",
                            "event      InvoiceCreated ",
                            "(tried 1 time)",
                            "not recorded:");
        }
    }

    @Test
    void askTellsWhereAMessageWaitsAndLeavesItThere() {
        stage.provider().forOrder(order).chargeAndFail(2, 500);
        stage.provider().onLookups().failAlways(500);
        stage.publish(placed("waits", order, "10", "TRY"));
        await().atMost(LIMIT).until(() -> stage.broker().ready("billing-invoice.retry.5m") == 1);

        JsonNode answer = askJson("--message-id", "waits");

        assertThat(answer.at("/messages/0/queue").textValue()).isEqualTo("billing-invoice.retry.5m");
        assertThat(answer.at("/messages/0/orderId").textValue()).isEqualTo(order.toString());
        assertThat(answer.at("/messages/0/attempts").intValue()).isEqualTo(2);
        assertThat(answer.at("/orders/0/record/payment/status").textValue()).isEqualTo("Pending");
        await().atMost(LIMIT).until(() -> stage.broker().ready("billing-invoice.retry.5m") == 1);

        stage.provider().behave();
        CommandRun reconciled = reconcile("--grace", "0s");
        assertThat(reconciled.status()).isEqualTo(1);
        assertThat(reconciled.out())
                .contains(
                        "charge-without-invoice: 1",
                        "order " + order,
                        "waits in billing-invoice.retry.5m",
                        "Pending since");
    }

    @Test
    void askTellsOfAnEventThatWaitsForItsPaymentAndOfThePaymentsState() {
        stage.publish(placed("placed", order, "10", "TRY"));
        await().atMost(LIMIT).until(() -> stage.invoices(order) == 1);
        stage.publishEvents(refunded(
                "refunded", order, stage.provider().charges(order).get(0).paymentId()));
        await().atMost(LIMIT).until(() -> stage.payment(order).equals("Refunded"));
        UUID unknown = UUID.randomUUID();
        stage.publishEvents(refunded("early", unknown, "pay_of_nobody"));
        await().atMost(LIMIT).until(() -> stage.broker().ready("payment-events.retry.5m") == 1);

        assertThat(CommandRun.of(stage, "ask", "--order", order.toString()).out())
                .contains(
                        "message placed processed by billing.invoice at",
                        "message refunded processed by payment.events at",
                        "PaymentRefunded pay_",
                        "payment  Refunded since");
        JsonNode waiting = askJson("--order", unknown.toString());
        assertThat(waiting.at("/messages/0/messageId").textValue()).isEqualTo("early");
        assertThat(waiting.at("/messages/0/queue").textValue()).isEqualTo("payment-events.retry.5m");
    }

    @Test
    void askTellsOfADeadLetterInOneLineWhateverItsIdIs() {
        String id = "x\u001b[31m\r\n{\"evil\":1}";
        stage.publish(message(id, "{\"orderId\": \"" + order + "\"}"));
        await().atMost(LIMIT).until(() -> stage.deadLettersWaiting() == 1);

        CommandRun run = CommandRun.of(stage, "ask", "--message-id", id);
        assertThat(run.status()).isZero();
        assertThat(run.out())
                .contains("dead letter in billing-invoice.dlq: invalid-message")
                .doesNotContain("\u001b", "\r");
        assertThat(run.out().lines()).noneMatch(line -> line.startsWith("{"));
        assertThat(askJson("--message-id", id).at("/messages/0/messageId").textValue())
                .isEqualTo(id);
        assertThat(askJson("--order", order.toString()).at("/messages/0/reason").textValue())
                .isEqualTo("invalid-message");
        await().atMost(LIMIT).until(() -> stage.deadLettersWaiting() == 1);
    }

    @Test
    void askSaysThatNothingIsKnown() {
        CommandRun run = CommandRun.of(stage, "ask", "--message-id", "never seen");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out()).startsWith("nothing is known of it");
    }

    @Test
    void providerThatCannotBeAskedDoesNotHideWhatTheOthersKnow() {
        stage.publish(placed("msg-2", order, "10", "TRY"));
        await().atMost(LIMIT).until(() -> stage.invoices(order) == 1);
        stage.provider().onLookups().failAlways(401);

        CommandRun run = CommandRun.of(stage, "ask", "--message-id", "msg-2");

        assertThat(run.status()).isEqualTo(3);
        assertThat(run.out())
                .contains("invoice  10", "NOT ASKED  the provider's ledger answered with status 401")
                .contains("provider not asked")
                .doesNotContain("no charge known");
        assertThat(reconcile().status()).isEqualTo(3);
    }

    @Test
    void databaseThatCannotBeAskedDoesNotHideWhatTheOthersKnow() {
        stage.publish(placed("msg-5", order, "10", "TRY"));
        await().atMost(LIMIT).until(() -> stage.invoices(order) == 1);

        CommandRun run = CommandRun.withoutDatabase(stage, "ask", "--order", order.toString());

        assertThat(run.status()).isEqualTo(3);
        assertThat(run.out())
                .contains("invoice  not asked", "provider Captured 10", "NOT ASKED  the database: ")
                .doesNotContain("invoice  none");
    }

    @Test
    void periodThatIsToComeIsRefused() {
        CommandRun run =
                CommandRun.of(stage, "reconcile", "--from", "2999-01-01T00:00:00Z", "--to", "2999-01-02T00:00:00Z");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("begins in the future");
    }

    @Test
    void reconcileEndsWithWhatItHasFound() {
        stage.publish(placed("msg-3", order, "10", "TRY"));
        await().atMost(LIMIT).until(() -> stage.invoices(order) == 1);
        assertThat(reconcile().status()).isZero();
        assertThat(reconcile().out()).contains("1 charges, 1 invoices, 0 differences");

        stage.database().update("UPDATE invoice SET amount = 11");

        CommandRun run = reconcile("--grace", "0s", "--json");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.json().at("/differences/0/kind").textValue()).isEqualTo("amount-differs");
        assertThat(run.json().at("/differences/0/orderId").textValue()).isEqualTo(order.toString());
    }

    @Test
    void wrongArgumentsAreRefusedBeforeAnythingIsAsked() {
        assertThat(CommandRun.of(stage, "ask").status()).isEqualTo(2);
        assertThat(CommandRun.of(stage, "ask", "--order", "1").status()).isEqualTo(2);
        assertThat(CommandRun.of(stage, "ask", "--order", order.toString(), "--message-id", "m")
                        .status())
                .isEqualTo(2);
        assertThat(CommandRun.of(stage, "reconcile", "--from", "yesterday").status())
                .isEqualTo(2);
        assertThat(CommandRun.of(stage, "reconcile", "--from", "2026-01-02T00:00:00Z", "--to", "2026-01-01T00:00:00Z")
                        .status())
                .isEqualTo(2);
    }

    private static CommandRun reconcile(String... options) {
        var arguments = new ArrayList<>(List.of(
                "--billing.retry.delays=1s,300s",
                "reconcile",
                "--to",
                Instant.now().plusSeconds(60).toString()));
        arguments.addAll(List.of(options));
        return CommandRun.of(stage, arguments.toArray(String[]::new));
    }

    private static JsonNode askJson(String... options) {
        var arguments = new ArrayList<>(List.of("--billing.retry.delays=1s,300s", "ask", "--json"));
        arguments.addAll(List.of(options));
        return CommandRun.of(stage, arguments.toArray(String[]::new)).json();
    }
}

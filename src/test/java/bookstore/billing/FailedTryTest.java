package bookstore.billing;

import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.Mode;
import bookstore.billing.dev.NeedsRealRabbit;
import bookstore.billing.dev.Orders;
import bookstore.billing.dev.Stage;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.springframework.amqp.core.Message;

/** A try that fails rolls back, comes again after its delay, and nothing is ever marked processed without its work. */
class FailedTryTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    private static Stage stage;

    private final UUID order = UUID.randomUUID();
    private final Message message =
            Orders.with(placed("m-" + order, order, "10.00", "EUR"), Map.of("tenant", "istanbul"));
    private long lettersBefore;

    @BeforeAll
    static void start(TestInfo test) {
        // 1 s for a payment gives 6 s to wait for a lock
        stage = Stage.with(1, Mode.of(test), "billing.payment.timeout=1s");
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
    void failedPaymentIsTriedAgainWithTheSameKey() {
        stage.provider().failNext(2, 500);

        stage.publish(message);
        await().atMost(SOON).until(() -> stage.invoices(order) == 1);

        assertThat(stage.charges(order)).isEqualTo(1);
        assertThat(stage.chargeRequests()).hasSize(3).allSatisfy(request -> assertThat(request.key())
                .isEqualTo(order.toString()));
        assertThat(stage.deadLettersWaiting()).isZero();
    }

    @Test
    void messageWhoseTriesAreSpentIsADeadLetterAsItCame() {
        stage.provider().failAlways(500);

        stage.publish(message);

        Message letter = awaitOneDeadLetter();
        assertThat(letter.getBody()).isEqualTo(message.getBody());
        assertThat(letter.getMessageProperties().getMessageId()).isEqualTo("m-" + order);
        assertThat(letter.getMessageProperties().getHeaders())
                .containsEntry("x-reason", "attempts-exhausted")
                .containsEntry("x-attempts", 3)
                .containsEntry("tenant", "istanbul")
                .doesNotContainKeys("x-death", "x-first-death-queue", "x-first-death-reason", "x-first-death-exchange");
        assertThat(letter.getMessageProperties().<String>getHeader("x-first-failed-at"))
                .isLessThan(letter.getMessageProperties().getHeader("x-failed-at"));
        assertThat(stage.chargeRequests()).hasSize(3);
        assertThat(stage.invoices(order)).isZero();
        assertThat(stage.inboxRows()).isZero();
    }

    /** The stand-in's queues get their way back from elsewhere, before the application declares them. */
    @NeedsRealRabbit
    @Test
    void delayQueueThatIsGoneIsDeclaredAgain() {
        stage.broker().delete("billing-invoice.retry.1s", "billing-invoice.dlq");
        stage.provider().failNext(1, 500);

        stage.publish(message, Orders.message("bad", "[]"));
        await().atMost(SOON).until(() -> stage.invoices(order) == 1);

        assertThat(stage.charges(order)).isEqualTo(1);
        assertThat(awaitOneDeadLetter().getMessageProperties().getMessageId()).isEqualTo("bad");
    }

    /** The facts on Camel: failures of COMMIT never reach the route's own error handling. */
    @Test
    void commitThatFailsMarksNothingProcessedAndComesAgain() {
        stage.database()
                .update(
                        """
                        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                        $$ BEGIN RAISE EXCEPTION 'refused at commit'; END $$
                        """);
        stage.database()
                .update(
                        """
                        CREATE CONSTRAINT TRIGGER refuse_at_commit AFTER INSERT ON invoice
                        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()
                        """);
        try {
            stage.publish(message);
            // charged, and rolled back: the second request shows that the message came again
            await().atMost(SOON).until(() -> stage.provider().requests(order).size() >= 2);
            assertThat(stage.inboxRows()).isZero();
            assertThat(stage.invoices()).isZero();
        } finally {
            stage.database().update("DROP FUNCTION refuse() CASCADE");
        }
        await().atMost(SOON).until(() -> stage.invoices(order) == 1);
        assertThat(stage.charges(order)).isEqualTo(1);
        assertThat(stage.deadLettersWaiting()).isZero();
    }

    /** The article's first exercise: a unique violation of another constraint than the order's is no duplicate. */
    @Test
    void violationOfAnotherConstraintOfTheInvoiceIsAnErrorAndNeverAckedAsADuplicate() {
        long duplicatesBefore = stage.counted("inbox.duplicates");
        stage.database().update("ALTER TABLE invoice ADD CONSTRAINT one_a_currency UNIQUE (currency)");
        try {
            stage.publish(placed("first", UUID.randomUUID(), "5.00", "EUR"));
            await().atMost(SOON).until(() -> stage.invoices() == 1);

            stage.publish(message);

            Message letter = awaitOneDeadLetter();
            assertThat(letter.getMessageProperties().<Object>getHeader("x-reason"))
                    .isEqualTo("attempts-exhausted");
            assertThat(letter.getMessageProperties().<String>getHeader("x-error"))
                    .contains("one_a_currency");
            assertThat(stage.counted("inbox.duplicates")).isEqualTo(duplicatesBefore);
            assertThat(stage.invoices(order)).isZero();
        } finally {
            stage.database().update("ALTER TABLE invoice DROP CONSTRAINT one_a_currency");
        }
    }

    @Test
    void waitForTheOrdersLockThatTakesTooLongIsLaterAndSpendsNoTry() throws Exception {
        try (Connection holder = stage.database().dataSource().getConnection()) {
            holder.setAutoCommit(false);
            try (PreparedStatement lock =
                    holder.prepareStatement("SELECT pg_advisory_xact_lock(hashtext('order'), hashtext(?))")) {
                lock.setString(1, order.toString());
                lock.execute();
            }
            stage.publish(message);
            await().atMost(SOON).until(() -> stage.broker().ready("billing-invoice.retry.1s") == 1);
            Message later = stage.broker().drain("billing-invoice.retry.1s").get(0);
            assertThat(later.getMessageProperties().getHeaders()).containsEntry("x-attempts", 0);
            assertThat(stage.chargeRequests()).isEmpty();
            holder.rollback();
            stage.broker().publish("", "billing-invoice", later);
        }
        await().atMost(SOON).until(() -> stage.invoices(order) == 1);
        assertThat(stage.charges(order)).isEqualTo(1);
    }

    private Message awaitOneDeadLetter() {
        await().atMost(SOON).until(() -> stage.counted("billing.dead.letters") == lettersBefore + 1);
        var letters = stage.takeDeadLetters();
        assertThat(letters).hasSize(1);
        return letters.get(0);
    }
}

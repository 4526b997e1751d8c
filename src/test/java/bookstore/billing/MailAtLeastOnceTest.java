package bookstore.billing;

import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.BillingApp;
import bookstore.billing.dev.MailGate;
import bookstore.billing.dev.MailGate.Act;
import bookstore.billing.dev.Mailbox;
import bookstore.billing.dev.Stage;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.camel.ServiceStatus;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With {@code billing.mail.delivery=at-least-once}: no mail is given up, and one may come twice. */
class MailAtLeastOnceTest {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String NOTICES = "order-notification";

    private static Stage stage;
    private static Mailbox mailbox;
    private static MailGate gate;
    private static BillingApp app;

    private final UUID order = UUID.randomUUID();

    @BeforeAll
    static void start() {
        stage = Stage.with(0);
        mailbox = Mailbox.open();
        gate = new MailGate(mailbox.smtpPort());
        app = stage.start(
                null,
                Stream.concat(
                                Stream.of(Mailbox.settings(gate.port())),
                                Stream.of("billing.mail.delivery=at-least-once", Mailbox.NO_EVENTS_BUT_THE_TESTS))
                        .toArray(String[]::new));
    }

    @AfterAll
    static void stop() {
        stage.close();
        gate.close();
        mailbox.close();
    }

    @BeforeEach
    void clear() {
        gate.open();
        stage.clear();
        mailbox.empty();
    }

    @Test
    void copiesOfAMessageThatWasMailedAreSkipped() {
        long before = app.counted("inbox.duplicates", "consumer", "order.notification");

        for (int i = 0; i < 4; i++) {
            stage.broker().publish("", NOTICES, placed("m", order, "1", "TRY"));
        }

        await().atMost(SOON)
                .until(() -> app.counted("inbox.duplicates", "consumer", "order.notification") == before + 3);
        assertThat(mailbox.about(order)).isEqualTo(1);
    }

    @Test
    void mailThatIsRefusedForNowComesAgainUnderTheNextDelay() {
        var refusals = new AtomicInteger(2);
        gate.rule(said -> said.startsWith("RCPT") && refusals.getAndDecrement() > 0
                ? Act.answer("450 4.2.0 greylisted, come again")
                : Act.pass());

        stage.broker().publish("", NOTICES, placed("m", order, "1", "TRY"));

        await().atMost(SOON).until(() -> mailbox.about(order) == 1 && rows() == 1);
        assertThat(stage.broker().ready(NOTICES + ".dlq")).isZero();
    }

    @Test
    void mailWhoseAnswerIsLostComesTwiceUnderOneMessageId() {
        var cuts = new AtomicInteger(1);
        gate.rule(said ->
                said.endsWith(MailGate.END_OF_MAIL) && cuts.getAndDecrement() > 0 ? Act.passAndCut() : Act.pass());

        stage.broker().publish("", NOTICES, placed("m", order, "1", "TRY"));

        await().atMost(SOON).until(() -> rows() == 1);
        assertThat(mailbox.about(order)).isEqualTo(2);
        assertThat(mailbox.headers("Message-ID"))
                .hasSize(2)
                .containsOnly(mailbox.headers("Message-ID").get(0));
    }

    @Test
    void oneMailThatIsRefusedForEverIsADeadLetterAndItsNeighboursAreSent() {
        gate.rule(said -> said.contains("Subject: Your order " + order) ? Act.answer("554 5.7.1 spam") : Act.pass());
        List<UUID> others = Stream.generate(UUID::randomUUID).limit(5).toList();

        stage.broker().publish("", NOTICES, placed("bad", order, "1", "TRY"));
        others.forEach(other -> stage.broker().publish("", NOTICES, placed("m-" + other, other, "1", "TRY")));

        await().atMost(SOON).until(() -> stage.broker().ready(NOTICES + ".dlq") == 1);
        assertThat(stage.broker().drain(NOTICES + ".dlq")).singleElement().satisfies(letter -> assertThat(
                        letter.getMessageProperties().getHeaders())
                .containsEntry("x-reason", "attempts-exhausted")
                .hasEntrySatisfying(
                        "x-error", error -> assertThat((String) error).contains("554 5.7.1 spam")));
        assertThat(others).allSatisfy(other -> assertThat(mailbox.about(other)).isEqualTo(1));
    }

    /** As with a recipient who does not exist: it is the setting's fault, and not one dead letter an order. */
    @Test
    void serverThatRefusesEveryMailIsAnOutageAndNothingIsDeadLettered() {
        int count = 10;
        gate.rule(said -> said.startsWith("RCPT") ? Act.answer("550 5.1.1 nobody of that name") : Act.pass());

        IntStream.range(0, count)
                .forEach(i -> stage.broker().publish("", NOTICES, placed("n-" + i, UUID.randomUUID(), "1", "TRY")));

        await().atMost(SOON).until(() -> app.status(NOTICES) == ServiceStatus.Suspended);
        assertThat(app.health()).contains("the mail server").contains("550 5.1.1 nobody of that name");
        assertThat(rows()).isZero();
        gate.open();
        await().atMost(SOON).until(() -> rows() == count);
        assertThat(mailbox.mails()).hasSize(count);
        assertThat(stage.broker().ready(NOTICES + ".dlq")).isZero();
    }

    private static long rows() {
        return stage.database()
                .count("SELECT count(*) FROM processed_message WHERE consumer = ?", "order.notification");
    }
}

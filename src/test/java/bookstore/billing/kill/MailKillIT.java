package bookstore.billing.kill;

import static bookstore.billing.dev.InvoiceEvents.created;
import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.AppProcess;
import bookstore.billing.dev.MailGate;
import bookstore.billing.dev.MailGate.Act;
import bookstore.billing.dev.Mailbox;
import bookstore.billing.dev.Stage;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The jar is killed at each step of a mail: never two mails where the mode says at most once, never none where it says at least
 * once. The two consumers are at different steps when a kill comes, so that one kill shows both.
 */
class MailKillIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String NOTICES = "order-notification";
    private static final String INVOICES = "invoice-mail";

    private static Stage stage;
    private static Mailbox mailbox;
    private static MailGate gate;
    private static Proxy toBroker;
    private static Proxy toDatabase;

    private final Map<String, Long> mails = new LinkedHashMap<>();
    private final Map<String, String> environment = AppProcess.environment(stage);
    private AppProcess app;

    @BeforeAll
    static void start() {
        stage = Stage.with(0);
        mailbox = Mailbox.open();
        gate = new MailGate(mailbox.smtpPort());
        toBroker = new Proxy(stage.broker().port(), AmqpWire::new);
        toDatabase = new Proxy(stage.database().port(), PostgresWire::new);
    }

    @AfterAll
    static void stop() {
        toBroker.close();
        toDatabase.close();
        gate.close();
        mailbox.close();
        stage.close();
    }

    @AfterEach
    void end() {
        app.close();
    }

    /** What comes of each point stands in src/docs/mail.md too. */
    @ParameterizedTest
    @CsvSource({"at-most-once, 1, 0, 1, 1, true", "at-least-once, 2, 1, 2, 1, false"})
    void mailsOfAKilledProcess(
            String delivery, long beforeCommit, long beforeMail, long beforeAnswer, long beforeAck, boolean counted) {
        environment.putAll(Map.of(
                "SPRING_MAIL_HOST",
                "127.0.0.1",
                "SPRING_MAIL_PORT",
                Integer.toString(gate.port()),
                "BILLING_MAIL_FROM",
                "billing@bookstore.example",
                "BILLING_MAIL_TO",
                Mailbox.OWNER,
                "BILLING_MAIL_DELIVERY",
                delivery,
                "SPRING_RABBITMQ_HOST",
                "127.0.0.1",
                "SPRING_RABBITMQ_PORT",
                Integer.toString(toBroker.port()),
                "SPRING_DATASOURCE_URL",
                stage.database().urlOnPort(toDatabase.port())));
        app = AppProcess.launch(environment);
        app.awaitStarted();

        killAt(
                "before the commit",
                trap(toDatabase, "^COMMIT behind INSERT INTO processed_message"),
                "before the mail",
                () -> gate.rule(said -> said.startsWith("MAIL FROM") ? Act.hold() : Act.pass()));
        assertThat(unknown()).isEqualTo(counted ? 1 : 0);
        killAt(
                "mail sent, answer not read",
                () -> gate.rule(said -> said.endsWith(MailGate.END_OF_MAIL) ? Act.passAndHold() : Act.pass()),
                "answer read, not acked",
                () -> {
                    gate.open();
                    trap(toBroker, "^ack").run();
                });
        assertThat(unknown()).isEqualTo(counted ? 2 : 0);

        System.out.println("mails of a killed process, " + delivery + ": " + mails);
        assertThat(mails)
                .containsExactly(
                        Map.entry("before the commit", beforeCommit),
                        Map.entry("before the mail", beforeMail),
                        Map.entry("mail sent, answer not read", beforeAnswer),
                        Map.entry("answer read, not acked", beforeAck));
        assertThat(stage.broker().ready(NOTICES + ".dlq") + stage.broker().ready(INVOICES + ".dlq"))
                .isZero();
    }

    private Trap sprung;

    private Runnable trap(Proxy proxy, String says) {
        return () -> {
            sprung = new Trap(says, false);
            proxy.set(sprung);
        };
    }

    private void killAt(String noticePoint, Runnable noticeTrap, String invoicePoint, Runnable invoiceTrap) {
        UUID order = UUID.randomUUID();
        UUID invoice = UUID.randomUUID();
        String notice = "notice-" + order;
        String event = "event-" + order;
        reach(noticeTrap, () -> stage.broker().publish("", NOTICES, placed(notice, order, "1", "TRY")));
        reach(invoiceTrap, () -> stage.broker()
                .publish("", INVOICES, created(event, UUID.randomUUID(), invoice, "1", "TRY")));

        app.kill();
        toBroker.cut();
        toDatabase.cut();
        gate.open();

        app = AppProcess.launch(environment);
        app.awaitStarted();
        List.of(notice, event).forEach(id -> until(() -> app.hasLine("message " + id + " ")));
        until(() ->
                unacked() == 0 && stage.broker().ready(NOTICES) + stage.broker().ready(INVOICES) == 0);
        assertThat(stage.database()
                        .count("SELECT count(*) FROM processed_message WHERE message_id IN (?, ?)", notice, event))
                .isEqualTo(2);
        mails.put(noticePoint, mailbox.about(order));
        mails.put(invoicePoint, mailbox.about(invoice));
    }

    /** Sets the trap, publishes what goes into it, and returns when it has. */
    private void reach(Runnable trap, Runnable publish) {
        sprung = null;
        gate.open();
        trap.run();
        publish.run();
        until(() -> sprung == null ? gate.isHolding() : sprung.isSprung());
    }

    /** Mails of which the process that came after knows that it does not know. */
    private long unknown() {
        return app.scraped("billing_mails_total", "outcome=\"unknown\"");
    }

    private static long unacked() {
        return toBroker.wires().mapToLong(wire -> ((AmqpWire) wire).unacked()).sum();
    }

    private static void until(BooleanSupplier condition) {
        await().atMost(LIMIT).pollInterval(Duration.ofMillis(50)).until(condition::getAsBoolean);
    }
}

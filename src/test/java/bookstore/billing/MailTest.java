package bookstore.billing;

import static bookstore.billing.dev.InvoiceEvents.created;
import static bookstore.billing.dev.Orders.message;
import static bookstore.billing.dev.Orders.placed;
import static bookstore.billing.dev.Orders.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.BillingApp;
import bookstore.billing.dev.ErrorLog;
import bookstore.billing.dev.Forwarder;
import bookstore.billing.dev.InvoiceEvents;
import bookstore.billing.dev.MailGate;
import bookstore.billing.dev.MailGate.Act;
import bookstore.billing.dev.Mailbox;
import bookstore.billing.dev.Stage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.camel.ServiceStatus;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Message;
import org.springframework.boot.actuate.health.Status;

/** The second consumer of the orders, and the consumer of the invoices, as they ship: each mail at most once. */
class MailTest {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String NOTICES = "order-notification";
    private static final String INVOICES = "invoice-mail";

    private static Stage stage;
    private static Mailbox mailbox;
    private static MailGate gate;
    private static Forwarder server;
    private static BillingApp app;

    private final UUID order = UUID.randomUUID();
    private final UUID invoice = UUID.randomUUID();

    @BeforeAll
    static void start() {
        stage = Stage.with(0);
        mailbox = Mailbox.open();
        gate = new MailGate(mailbox.smtpPort());
        server = new Forwarder(gate.port());
        server.open();
        app = stage.start(
                null,
                Stream.concat(Stream.of(Mailbox.settings(server.port())), Stream.of(Mailbox.NO_EVENTS_BUT_THE_TESTS))
                        .toArray(String[]::new));
    }

    @AfterAll
    static void stop() {
        stage.close();
        server.close();
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
    void eachConsumerHandlesAMessageOnceAndNeitherSkipsForTheOthersRecord() {
        long copies = 5;
        long billingsBefore = app.counted("inbox.duplicates", "consumer", "billing.invoice");
        long noticesBefore = app.counted("inbox.duplicates", "consumer", "order.notification");

        for (int i = 0; i < copies; i++) {
            stage.publish(placed("m", order, "149.90", "TRY"));
        }

        await().atMost(SOON)
                .until(() ->
                        app.counted("inbox.duplicates", "consumer", "billing.invoice") == billingsBefore + copies - 1
                                && app.counted("inbox.duplicates", "consumer", "order.notification")
                                        == noticesBefore + copies - 1);
        assertThat(stage.invoices(order)).isEqualTo(1);
        assertThat(stage.charges(order)).isEqualTo(1);
        assertThat(mailbox.subjects()).containsExactly("Your order " + order + " has been received");
        assertThat(mailbox.texts()).singleElement().asString().contains("149.90 TRY");
        assertThat(stage.database().rows("SELECT consumer FROM processed_message WHERE message_id = 'm'"))
                .extracting(row -> row.get("consumer"))
                .containsExactlyInAnyOrder("billing.invoice", "order.notification");
        assertThat(deadLetters(NOTICES)).isZero();
    }

    @Test
    void orderInTheEnvelopeOfMassTransitIsReadAsBillingReadsIt() throws Exception {
        Message enveloped = message("m", Files.readString(Path.of("src/test/resources/messages/masstransit.json")));
        enveloped.getMessageProperties().setContentType("application/vnd.masstransit+json");

        stage.broker().publish("", NOTICES, enveloped);

        await().atMost(SOON).until(() -> mailbox.mails().size() == 1);
    }

    @Test
    void invoiceIsMailedOnceHoweverOftenItsEventComesAndInWhateverShape() {
        UUID other = UUID.randomUUID();
        UUID third = UUID.randomUUID();
        Message enveloped = message(
                "e-3",
                "{\"messageId\":\"e-3\",\"messageType\":[\"urn:message:Billing:InvoiceCreated\"],\"message\":"
                        + InvoiceEvents.body(order, third, "7", "JPY") + "}");
        enveloped.getMessageProperties().setContentType("application/vnd.masstransit+json");

        for (int i = 0; i < 3; i++) {
            publishEvent(created("e-1", order, invoice, "149.9", "TRY"));
            publishEvent(created("e-2", order, other, "\"149.90\"", "TRY"));
            publishEvent(enveloped);
        }
        publishEvent(created("last", order, UUID.randomUUID(), "1", "TRY"));

        await().atMost(SOON).until(() -> mailbox.subjects().size() >= 4 && rows("invoice.mail") == 4);
        assertThat(mailbox.subjects())
                .hasSize(4)
                .contains(
                        "Invoice " + invoice + " for your order " + order,
                        "Invoice " + other + " for your order " + order,
                        "Invoice " + third + " for your order " + order);
        assertThat(mailbox.texts())
                .filteredOn(text -> text.contains("149.90 TRY"))
                .hasSize(2);
    }

    @Test
    void eventThatSaysNoInvoiceIsADeadLetterAndNoMail() {
        List<Message> bad = Stream.of(
                        "[]",
                        "{}",
                        "{\"orderId\":\"" + order + "\",\"total\":1,\"currency\":\"TRY\"}",
                        InvoiceEvents.body(order, invoice, "0", "TRY"),
                        InvoiceEvents.body(order, invoice, "1.234", "TRY"),
                        InvoiceEvents.body(order, invoice, "1", "XXX"))
                .map(body -> message("bad-" + body.hashCode(), body))
                .toList();
        bad.forEach(MailTest::publishEvent);
        publishEvent(created(null, order, invoice, "1", "TRY"));
        publishEvent(created("same", order, invoice, "1", "TRY"));
        publishEvent(created("same", order, invoice, "2", "TRY"));

        await().atMost(SOON).until(() -> deadLetters(INVOICES) == bad.size() + 2L);
        assertThat(stage.broker().drain(INVOICES + ".dlq"))
                .extracting(letter -> letter.getMessageProperties().getHeader("x-reason"))
                .containsExactlyInAnyOrder(
                        "invalid-message",
                        "invalid-message",
                        "invalid-message",
                        "invalid-message",
                        "invalid-message",
                        "invalid-message",
                        "missing-message-id",
                        "message-id-conflict");
        assertThat(mailbox.about(invoice)).isEqualTo(1);
    }

    @Test
    void deadLetterOfAnInvoiceMailIsListedForecastAndReplayedOnce() {
        stage.broker().publish("", INVOICES + ".dlq", failedNow(created("e", order, invoice, "1", "TRY")));
        stage.broker().publish("", INVOICES + ".dlq", failedNow(created("e", order, invoice, "1", "TRY")));

        CommandRun plan = CommandRun.of(stage, "dead-letters", "plan", "--queue", INVOICES, "--json");
        CommandRun replay = CommandRun.of(stage, "dead-letters", "replay", "--queue", INVOICES, "--json");

        assertThat(plan.out()).contains("\"handle\"").contains(order.toString());
        assertThat(replay.json().get(0).get("sent").asInt()).isEqualTo(2);
        await().atMost(SOON).until(() -> rows("invoice.mail") == 1 && waiting(INVOICES) == 0);
        assertThat(mailbox.about(invoice)).isEqualTo(1);
        CommandRun again = CommandRun.of(stage, "dead-letters", "list", "--json");
        assertThat(again.status()).isZero();
    }

    @Test
    void nothingThatASenderWritesReachesTheMailOrItsServer() {
        Map<String, Object> hostile = Map.of(
                "To", "victim@elsewhere.example",
                "Cc", "victim@elsewhere.example",
                "Bcc", "victim@elsewhere.example",
                "From", "ceo@elsewhere.example",
                "Subject", "Pay here\r\nBcc: victim@elsewhere.example",
                "Reply-To", "thief@elsewhere.example",
                "mail.smtp.host", "127.0.0.2",
                "mail.smtp.port", "1",
                "CamelMailSubject", "Pay here");

        stage.broker().publish("", NOTICES, with(placed("m", order, "1", "TRY"), hostile));

        await().atMost(SOON).until(() -> mailbox.mails().size() == 1);
        assertThat(mailbox.subjects()).containsExactly("Your order " + order + " has been received");
        assertThat(mailbox.headers("To")).containsExactly(Mailbox.OWNER);
        assertThat(mailbox.headers("From")).containsExactly("billing@bookstore.example");
        assertThat(mailbox.headers("Message-ID")).containsExactly("<order-received." + order + "@billing.invoice>");
        assertThat(mailbox.headers("Date")).hasSize(1);
        assertThat(List.of("Cc", "Bcc", "Reply-To", "CamelMailSubject", "x-attempts"))
                .allSatisfy(name -> assertThat(mailbox.headers(name)).isEmpty());
    }

    /** Three lost mails in a row show an outage of a server that can be connected to. */
    @Test
    void mailThatTheServerRefusesIsLostAndCountedAndAFewLostOnesPauseTheRoute() {
        int count = 30;
        long sent = app.counted("billing.mails", "consumer", "order.notification", "outcome", "sent");
        long lost = app.counted("billing.mails", "consumer", "order.notification", "outcome", "lost");
        gate.rule(said -> said.startsWith("RCPT") ? Act.answer("550 5.1.1 nobody of that name") : Act.pass());
        try (ErrorLog log = ErrorLog.open()) {
            publishNotices(count);

            await().atMost(SOON).until(() -> app.status(NOTICES) == ServiceStatus.Suspended);
            long lostNow = app.counted("billing.mails", "outcome", "lost") - lost;
            assertThat(lostNow).isEqualTo(3);
            assertThat(log.lines()).isEmpty();
            assertThat(log.warnings())
                    .anyMatch(line -> line.contains("the mail of message n-0 is lost")
                            && line.contains("550 5.1.1 nobody of that name"));
        }
        gate.open();

        await().atMost(SOON).until(() -> rows("order.notification") == count && waiting(NOTICES) == 0);
        long lostInAll = app.counted("billing.mails", "consumer", "order.notification", "outcome", "lost") - lost;
        // a trial may come before the gate opens
        assertThat(lostInAll).isBetween(3L, 4L);
        assertThat(mailbox.mails()).hasSize((int) (count - lostInAll));
        assertThat(app.counted("billing.mails", "consumer", "order.notification", "outcome", "sent") - sent)
                .isEqualTo(count - lostInAll);
        assertThat(mailbox.subjects()).doesNotHaveDuplicates();
        assertThat(deadLetters(NOTICES)).isZero();
    }

    /** The server has the mail, and its word that it has is lost: a second try could be a second mail. */
    @Test
    void mailWhoseAnswerIsLostIsNotSentAgain() {
        gate.rule(said -> said.endsWith(MailGate.END_OF_MAIL) ? Act.passAndCut() : Act.pass());

        stage.broker().publish("", NOTICES, placed("m", order, "1", "TRY"));

        await().atMost(SOON).until(() -> waiting(NOTICES) == 0 && mailbox.about(order) == 1);
        await().during(Duration.ofSeconds(2)).atMost(SOON).until(() -> mailbox.about(order) == 1);
        gate.open();
    }

    @Test
    void serverThatRefusesConnectionsCostsNoMailAndOrdersAreInvoicedMeanwhile() {
        int count = 20;
        long lost = app.counted("billing.mails", "outcome", "lost");
        server.shut();
        try (ErrorLog log = ErrorLog.open()) {
            IntStream.range(0, count).forEach(i -> stage.publish(placed("n-" + i, UUID.randomUUID(), "1", "TRY")));
            publishEvent(created("e", order, invoice, "1", "TRY"));

            await().atMost(SOON).until(() -> stage.invoices() == count);
            await().atMost(SOON)
                    .until(() -> app.status(NOTICES) == ServiceStatus.Suspended
                            && app.status(INVOICES) == ServiceStatus.Suspended);
            assertThat(app.consuming()).isEqualTo(ServiceStatus.Started);
            assertThat(app.health()).contains("the mail server").contains("away since");
            assertThat(app.health("consuming")).isEqualTo(Status.UP);
            assertThat(app.health("routes")).isEqualTo(Status.UP);
            assertThat(rows("order.notification")).isZero();

            server.open();
            await().atMost(SOON).until(() -> rows("order.notification") == count && mailbox.about(invoice) == 1);

            await().atMost(SOON).until(() -> mailbox.mails().size() == count + 1);
            assertThat(mailbox.subjects()).doesNotHaveDuplicates();
            assertThat(log.lines()).isEmpty();
            assertThat(log.warnings())
                    .filteredOn(line -> line.contains("the mail server is"))
                    .hasSize(2);
        }
        assertThat(app.counted("billing.mails", "outcome", "lost")).isEqualTo(lost);
        assertThat(deadLetters(NOTICES) + deadLetters(INVOICES)).isZero();
        assertThat(app.health()).doesNotContain("the mail server");
    }

    private static void publishNotices(int count) {
        IntStream.range(0, count)
                .forEach(i -> stage.broker().publish("", NOTICES, placed("n-" + i, UUID.randomUUID(), "1", "TRY")));
    }

    private static void publishEvent(Message event) {
        stage.broker().publish("invoice-created", "", event);
    }

    private static Message failedNow(Message message) {
        return with(
                message,
                Map.of(
                        "x-reason",
                        "attempts-exhausted",
                        "x-attempts",
                        3,
                        "x-first-failed-at",
                        java.time.Instant.now().toString()));
    }

    private static long rows(String consumer) {
        return stage.database().count("SELECT count(*) FROM processed_message WHERE consumer = ?", consumer);
    }

    private static long waiting(String queue) {
        return stage.broker().ready(queue)
                + stage.broker().ready(queue + ".retry.1s")
                + stage.broker().ready(queue + ".retry.2s");
    }

    private static long deadLetters(String queue) {
        return stage.broker().ready(queue + ".dlq");
    }
}

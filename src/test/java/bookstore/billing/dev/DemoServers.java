package bookstore.billing.dev;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.context.ApplicationContextException;

/** All that the demo runs on, and the application, started one after the other before the reader's eyes. */
record DemoServers(Database database, Broker broker, Provider provider, Mailbox mailbox, BillingApp app) {

    private static final int USUAL_MANAGEMENT_PORT = 8081;
    private static final String OPERATOR = "operator";
    private static final String PASSWORD = "demo";

    static DemoServers start(Terminal terminal) {
        Database database = step(terminal, "PostgreSQL", Database::create, Database::url);
        Broker broker = step(terminal, "message broker", DemoServers::startBroker, DemoServers::say);
        Provider provider = step(
                terminal,
                "payment provider",
                Provider::start,
                started -> started.url() + " (a process and a ledger of its own)");
        Mailbox mailbox = step(
                terminal, "mail server", Mailbox::open, opened -> "127.0.0.1:" + opened.smtpPort() + " (GreenMail)");
        BillingApp app = step(
                terminal,
                "billing-invoice",
                () -> startApplication(database, broker, provider, mailbox),
                started -> "takes the queues billing-invoice, order-notification and invoice-mail");
        return new DemoServers(database, broker, provider, mailbox, app);
    }

    private static Broker startBroker() {
        Broker broker = Broker.get();
        Stage.prepare(broker);
        return broker;
    }

    private static String say(Broker broker) {
        return broker + (broker.isReal() ? "" : " (Apache Qpid, not RabbitMQ)");
    }

    private static <T> T step(Terminal terminal, String what, Supplier<T> start, Function<T, String> details) {
        terminal.begin("  %-17s ...", what);
        Instant began = Instant.now();
        T started = start.get();
        double seconds = Duration.between(began, Instant.now()).toMillis() / 1000.0;
        terminal.say("ready after %.1f s: %s", seconds, details.apply(started));
        return started;
    }

    private static BillingApp startApplication(Database database, Broker broker, Provider provider, Mailbox mailbox) {
        int port = managementPort();
        try {
            return startApplication(database, broker, provider, mailbox, port);
        } catch (ApplicationContextException e) {
            if (port == 0) {
                throw e;
            }
            // two demos that start at the same moment both find the usual port free
            return startApplication(database, broker, provider, mailbox, 0);
        }
    }

    private static BillingApp startApplication(
            Database database, Broker broker, Provider provider, Mailbox mailbox, int managementPort) {
        var settings = new ArrayList<>(List.of(
                // one message a consumer, so that copies meet in two of them
                "billing.invoice.prefetch=1",
                "billing.operators[0].name=" + OPERATOR,
                "billing.operators[0].password=" + PASSWORD,
                "billing.operators[0].role=operator",
                "management.server.port=" + managementPort));
        settings.addAll(List.of(Mailbox.settings(mailbox.smtpPort())));
        return BillingApp.start(null, database, broker, provider, settings.toArray(String[]::new));
    }

    /** The usual one, or any where another application has it. */
    private static int managementPort() {
        try (var socket = new ServerSocket(USUAL_MANAGEMENT_PORT, 1, InetAddress.getByName("127.0.0.1"))) {
            return socket.getLocalPort();
        } catch (IOException taken) {
            return 0;
        }
    }

    void tellAddresses(Terminal terminal, Path log) {
        String management = "http://127.0.0.1:" + app.managementPort() + "/actuator/";
        terminal.heading("It keeps running. Look around:");
        terminal.say("  database   %s  (user %s, any password)", database.url(), database.username());
        terminal.say(
                "             psql '%s' -c 'select * from invoice'",
                database.url().substring("jdbc:".length()).replace("//", "//" + database.username() + "@"));
        terminal.say(
                "  broker     %s:%d, AMQP 0-9-1, user %s, password %s",
                broker.host(), broker.port(), broker.username(), broker.password());
        terminal.say("  ledger     %s/control/ledger", provider.url());
        terminal.say("  mails      imap://127.0.0.1:%d, user %s, any password", mailbox.imapPort(), Mailbox.OWNER);
        terminal.say(
                "             curl -u %s:any 'imap://127.0.0.1:%d/INBOX;MAILINDEX=1'",
                Mailbox.OWNER, mailbox.imapPort());
        terminal.say("  health     %shealth", management);
        terminal.say("  metrics    %sprometheus", management);
        terminal.say(
                "  the rest   asks for a login: curl -u %s:%s '%sreconcile?to=%s'",
                OPERATOR, PASSWORD, management, Instant.now().plus(Duration.ofHours(1)));
        terminal.say("  log        %s", log);
    }
}

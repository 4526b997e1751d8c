package bookstore.billing.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.mail.Folder;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Store;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** The demo keeps what it promises, again and again, and the jar that ships has nothing of it. */
class DemoIT {

    private static final Duration LIMIT = Duration.ofSeconds(120);

    @Test
    void everyOrderIsInvoicedAndChargedOnceAndWhatAKilledDemoLeftIsNoObstacleToTheNext() throws Exception {
        List<ProcessHandle> left;
        try (var demo = new DemoProcess()) {
            assertOneInvoiceAndOneChargeForEveryOrder(demo);
            left = demo.servers();
        }

        try (var demo = new DemoProcess()) {
            assertOneInvoiceAndOneChargeForEveryOrder(demo);
            assertThat(left).noneMatch(ProcessHandle::isAlive);

            List<ProcessHandle> servers = demo.servers();
            demo.type("quit");
            await().atMost(LIMIT).until(() -> !demo.isAlive());
            await().atMost(LIMIT).until(() -> servers.stream().noneMatch(ProcessHandle::isAlive));
        }
    }

    @Test
    void jarThatShipsHasNothingOfIt() throws IOException {
        try (var jar = new JarFile(Path.of(System.getProperty("billing.jar")).toFile())) {
            assertThat(jar.stream())
                    .noneMatch(entry -> entry.getName()
                            .matches(".*(bookstore/billing/(dev|lab)/|qpid|zonky|greenmail|logback-demo).*"))
                    .anyMatch(entry -> entry.getName().endsWith("bookstore/billing/BillingApplication.class"));
            assertThat(jar.getManifest().getMainAttributes().getValue("Start-Class"))
                    .isEqualTo("bookstore.billing.BillingApplication");
        }
    }

    /** Counted at the addresses that it prints, with what it says of itself beside. */
    private static void assertOneInvoiceAndOneChargeForEveryOrder(DemoProcess demo) throws Exception {
        await().atMost(LIMIT)
                .until(() -> demo.lines().contains("What to try next. Type a word and Enter:") || !demo.isAlive());
        assertThat(demo.lines())
                .contains("Every order has exactly one invoice and one charge: 8 orders, 8 invoices, 8 charges.")
                .noneMatch(line -> line.matches(".* (INFO|WARN|ERROR) .*") || line.contains("\u001b"));

        List<String> invoices = demo.database()
                .queryForList("SELECT order_id || ' ' || amount || ' ' || payment_id FROM invoice", String.class);
        List<String> charges = new ArrayList<>();
        String ledger = demo.find("http://\\S+/control/ledger");
        for (JsonNode charge : new ObjectMapper().readTree(URI.create(ledger).toURL())) {
            charges.add(String.join(
                    " ",
                    charge.get("orderId").textValue(),
                    charge.get("amount").textValue(),
                    charge.get("paymentId").textValue()));
        }
        assertThat(invoices).hasSize(8).containsExactlyInAnyOrderElementsOf(charges);
        List<String> mails = subjects(demo.find("imap://127[^, ]+"));
        assertThat(mails)
                .filteredOn(mail -> mail.startsWith("Invoice "))
                .as("one an invoice, by the event that its transaction wrote")
                .hasSize(8)
                .doesNotHaveDuplicates();
        assertThat(mails)
                .filteredOn(subject -> subject.endsWith("has been received"))
                .as("one a message: 8 orders, one of them under two message ids")
                .hasSize(9)
                .as("one of them is the same order's")
                .satisfies(subjects -> assertThat(Set.copyOf(subjects)).hasSize(8));
    }

    private static List<String> subjects(String address) throws MessagingException {
        var uri = URI.create(address);
        try (Store store = Session.getInstance(new Properties()).getStore("imap")) {
            store.connect(uri.getHost(), uri.getPort(), Mailbox.OWNER, "any");
            Folder inbox = store.getFolder("INBOX");
            inbox.open(Folder.READ_ONLY);
            List<String> subjects = new ArrayList<>();
            for (Message mail : inbox.getMessages()) {
                subjects.add(mail.getSubject());
            }
            return subjects;
        }
    }
}

package bookstore.billing.lab;

import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Message;

/** The article's numbers and exercises, counted in the tables and in the provider's ledger. */
class LaboratoryTest {

    private static Bench bench;

    private final UUID order = UUID.randomUUID();
    private final Message message = placed("msg-7f3a", order, "149.90", "TRY");
    private final Message underAnotherId = placed("msg-91c4", order, "149.90", "TRY");

    @BeforeAll
    static void start() {
        bench = Bench.start();
    }

    @AfterAll
    static void stop() {
        bench.close();
    }

    @BeforeEach
    void clear() {
        bench.clear();
    }

    @Test
    void checkThenActMakesTwoInvoicesAndTwoChargesOfTwoCopies() {
        List<Delivery> deliveries = bench.deliverTogether(LabRoute.CHECK_THEN_ACT, message, message);

        assertOutcomes(deliveries, "invoice created", "invoice created");
        assertCounts(LabRoute.CHECK_THEN_ACT, 2, 2);
    }

    /** What makes the check look right: a copy that comes later is found. */
    @Test
    void checkThenActSkipsACopyThatComesLater() {
        bench.deliverTogether(LabRoute.CHECK_THEN_ACT, message);

        List<Delivery> later = bench.deliverCopies(LabRoute.CHECK_THEN_ACT, message, 1);

        assertOutcomes(later, "duplicate, skipped");
        assertCounts(LabRoute.CHECK_THEN_ACT, 1, 1);
    }

    @Test
    void inboxMakesOneInvoiceAndOneChargeOfTwoCopies() {
        long duplicatesBefore = bench.counted("inbox.duplicates");

        List<Delivery> deliveries = bench.deliverTogether(LabRoute.INBOX, message, message);

        assertOutcomes(deliveries, "invoice created", "duplicate (inbox), skipped");
        assertCounts(LabRoute.INBOX, 1, 1);
        assertThat(bench.counted("inbox.duplicates")).isEqualTo(duplicatesBefore + 1);
    }

    @Test
    void naturalKeyMakesOneInvoiceAndOneChargeOfTwoCopies() {
        List<Delivery> deliveries = bench.deliverTogether(LabRoute.NATURAL_KEY, message, message);

        assertOutcomes(deliveries, "invoice created", "duplicate (unique OrderId), skipped");
        assertCounts(LabRoute.NATURAL_KEY, 1, 1);
    }

    /** The first exercise. The charge stays all the same: no rollback reaches the provider. */
    @Test
    void violationOfTheInvoiceTableIsNotTakenForADuplicate() {
        bench.tables().makeInboxInvoiceUnique();
        try {
            bench.deliverTogether(LabRoute.INBOX, message);
            long duplicatesBefore = bench.counted("inbox.duplicates");
            long processedBefore = bench.counted("inbox.processed");

            List<Delivery> violation = bench.deliverTogether(LabRoute.INBOX, underAnotherId);

            assertOutcomes(violation, "failed");
            await().until(() -> bench.failedWaiting() == 1);
            assertThat(bench.takeFailed())
                    .extracting(failed -> failed.getMessageProperties().getMessageId())
                    .containsExactly("msg-91c4");
            assertThat(bench.counted("inbox.duplicates")).isEqualTo(duplicatesBefore);
            assertThat(bench.counted("inbox.processed")).isEqualTo(processedBefore);
            assertThat(bench.tables().inboxRows()).isEqualTo(1);
            assertCounts(LabRoute.INBOX, 1, 2);
        } finally {
            bench.tables().makeInboxInvoiceUniqueNoMore();
        }
    }

    /** The second exercise. */
    @Test
    void inboxAloneMakesTwoInvoicesOfOneOrderUnderTwoIds() {
        List<Delivery> deliveries = bench.deliverTogether(LabRoute.INBOX, message, underAnotherId);

        assertOutcomes(deliveries, "invoice created", "invoice created");
        assertCounts(LabRoute.INBOX, 2, 2);
    }

    /** The second exercise. */
    @Test
    void naturalKeyMakesOneInvoiceOfOneOrderUnderTwoIds() {
        List<Delivery> deliveries = bench.deliverTogether(LabRoute.NATURAL_KEY, message, underAnotherId);

        assertOutcomes(deliveries, "invoice created", "duplicate (unique OrderId), skipped");
        assertCounts(LabRoute.NATURAL_KEY, 1, 1);
    }

    @Test
    void fiftyCopiesTakeFiftyFromStockWithoutAnInbox() {
        bench.deliverCopies(LabRoute.TAKE_STOCK, message, 50);

        assertThat(bench.tables().stock()).isEqualTo(50);
    }

    @Test
    void fiftyCopiesTakeOneFromStockBehindTheInbox() {
        List<Delivery> deliveries = bench.deliverCopies(LabRoute.TAKE_STOCK_WITH_INBOX, message, 50);

        assertThat(bench.tables().stock()).isEqualTo(99);
        assertThat(deliveries).filteredOn("outcome", "1 taken from stock").hasSize(1);
        assertThat(deliveries)
                .filteredOn("outcome", "duplicate (inbox), skipped")
                .hasSize(49);
    }

    @Test
    void programPrintsWhatTheArticlePrints() {
        var printed = new ByteArrayOutputStream();

        boolean asExpected = Laboratory.run(bench, new PrintStream(printed, true, StandardCharsets.UTF_8));

        assertThat(asExpected).isTrue();
        assertThat(printed.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n"))
                .containsSubsequence(
                        """
                        (routes/lab/check-then-act.camel.yaml)
                        delivery tag 1 message msg-7f3a: invoice created
                        delivery tag 2 message msg-7f3a: invoice created
                        invoices for order: 2, charges: 2
                        """,
                        """
                        (routes/lab/inbox.camel.yaml)
                        delivery tag 1 message msg-7f3a: invoice created
                        delivery tag 2 message msg-7f3a: duplicate (inbox), skipped
                        invoices for order: 1, charges: 1
                        """,
                        """
                        (routes/lab/natural-key.camel.yaml)
                        delivery tag 1 message msg-7f3a: invoice created
                        delivery tag 2 message msg-7f3a: duplicate (unique OrderId), skipped
                        invoices for order: 1, charges: 1
                        """);
    }

    private static void assertOutcomes(List<Delivery> deliveries, String... outcomes) {
        assertThat(deliveries).extracting(Delivery::outcome).containsExactly(outcomes);
    }

    private void assertCounts(LabRoute route, int invoices, int charges) {
        assertThat(bench.tables().invoices(route, order)).isEqualTo(invoices);
        assertThat(bench.charges(order)).isEqualTo(charges);
    }
}

package bookstore.billing.lab;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.io.PrintStream;
import java.util.List;
import org.awaitility.core.ConditionTimeoutException;
import org.slf4j.LoggerFactory;

/**
 * The article's experiments, one after the other, with what it prints. Starts the servers it needs, ends by itself, with
 * an exit status other than 0 when something came out differently.
 */
public final class Laboratory {

    private static final String TWO_COPIES = "Two copies of one message at the same moment";
    private static final String TWO_IDS = "One order under two message ids";
    private static final List<String> SAME_ID = List.of("msg-7f3a", "msg-7f3a");
    private static final List<String> OTHER_ID = List.of("msg-7f3a", "msg-91c4");

    private static final List<Experiment> EXPERIMENTS = List.of(
            Experiment.oneOrder(
                    TWO_COPIES,
                    LabRoute.CHECK_THEN_ACT,
                    SAME_ID,
                    """
                    delivery tag 1 message msg-7f3a: invoice created
                    delivery tag 2 message msg-7f3a: invoice created
                    invoices for order: 2, charges: 2"""),
            Experiment.oneOrder(
                    TWO_COPIES,
                    LabRoute.INBOX,
                    SAME_ID,
                    """
                    delivery tag 1 message msg-7f3a: invoice created
                    delivery tag 2 message msg-7f3a: duplicate (inbox), skipped
                    invoices for order: 1, charges: 1"""),
            Experiment.oneOrder(
                    TWO_COPIES,
                    LabRoute.NATURAL_KEY,
                    SAME_ID,
                    """
                    delivery tag 1 message msg-7f3a: invoice created
                    delivery tag 2 message msg-7f3a: duplicate (unique OrderId), skipped
                    invoices for order: 1, charges: 1"""),
            Experiment.oneOrder(
                    TWO_IDS,
                    LabRoute.INBOX,
                    OTHER_ID,
                    """
                    delivery tag 1 message msg-7f3a: invoice created
                    delivery tag 2 message msg-91c4: invoice created
                    invoices for order: 2, charges: 2"""),
            Experiment.oneOrder(
                    TWO_IDS,
                    LabRoute.NATURAL_KEY,
                    OTHER_ID,
                    """
                    delivery tag 1 message msg-7f3a: invoice created
                    delivery tag 2 message msg-91c4: duplicate (unique OrderId), skipped
                    invoices for order: 1, charges: 1"""),
            Experiment.takeStock(LabRoute.TAKE_STOCK, 50, "stock: 100 before, 50 after"),
            Experiment.takeStock(LabRoute.TAKE_STOCK_WITH_INBOX, 50, "stock: 100 before, 99 after"));

    private Laboratory() {}

    public static void main(String[] args) {
        // its own lines are the output; the servers speak only of what goes wrong
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.ERROR);
        System.out.println("The laboratory starts its servers.");
        // by exit, also after a failure: the stand-in broker's threads would keep the JVM
        System.exit(allAsExpected() ? 0 : 1);
    }

    private static boolean allAsExpected() {
        try (Bench bench = Bench.start()) {
            return run(bench, System.out);
        } catch (ConditionTimeoutException e) {
            // messages that never met, such as those of a route with one consumer
            System.out.println(e.getMessage());
            return false;
        } catch (RuntimeException e) {
            e.printStackTrace();
            return false;
        }
    }

    /** @return whether all of them came out as expected */
    static boolean run(Bench bench, PrintStream out) {
        out.println(bench);
        out.println("Each queue has 4 consumers with prefetch 1; a payment takes " + Bench.PAYMENT.toMillis()
                + " ms and carries no idempotency key.");
        out.println("Delivery tags are counted over the 4 consumers, since each of them has a channel of its own.");
        // all of them, also after one that failed
        long unexpected = EXPERIMENTS.stream()
                .filter(experiment -> !experiment.run(bench, out))
                .count();
        out.println();
        out.println(
                unexpected == 0
                        ? "All as in the article."
                        : unexpected + " of " + EXPERIMENTS.size() + " experiments came out differently.");
        return unexpected == 0;
    }
}

package bookstore.billing.lab;

import static bookstore.billing.dev.Orders.placed;

import java.io.PrintStream;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.springframework.amqp.core.Message;

/**
 * Something that is done to a route, and the lines that must come of it.
 *
 * @param expected to the letter, as the article prints them where it does
 */
record Experiment(String title, LabRoute route, String expected, Function<Bench, String> action) {

    /** One order, in messages that meet each other. */
    static Experiment oneOrder(String title, LabRoute route, List<String> messageIds, String expected) {
        return new Experiment(title, route, expected, bench -> {
            UUID order = UUID.randomUUID();
            Message[] messages = messageIds.stream()
                    .map(id -> placed(id, order, "149.90", "TRY"))
                    .toArray(Message[]::new);
            Stream<String> deliveries =
                    bench.deliverTogether(route, messages).stream().map(Delivery::toString);
            String counts = "invoices for order: " + bench.tables().invoices(route, order) + ", charges: "
                    + bench.charges(order);
            return String.join(
                    "\n", Stream.concat(deliveries, Stream.of(counts)).toList());
        });
    }

    static Experiment takeStock(LabRoute route, int copies, String expected) {
        String title = "Take 1 from stock, " + copies + " copies of one message";
        return new Experiment(title, route, expected, bench -> {
            long before = bench.tables().stock();
            bench.deliverCopies(route, placed("msg-7f3a", UUID.randomUUID(), "149.90", "TRY"), copies);
            return "stock: " + before + " before, " + bench.tables().stock() + " after";
        });
    }

    /** @return whether it came out as expected */
    boolean run(Bench bench, PrintStream out) {
        out.println();
        out.println(title + " (" + route.file() + ")");
        bench.clear();
        String lines = action.apply(bench);
        out.println(lines);
        if (!lines.equals(expected)) {
            out.println("NOT AS EXPECTED, which was:");
            out.println(expected);
        }
        return lines.equals(expected);
    }
}

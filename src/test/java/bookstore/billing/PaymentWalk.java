package bookstore.billing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/**
 * What happens to one payment, in a random order, and what has to come of it: the model beside the application.
 *
 * <p>A message id that stands twice is a copy. The walk is complete: an event that comes too early finds its payment at last.
 */
final class PaymentWalk {

    /** What comes: an event of the provider, the order's own message, or the row that a failed try leaves. */
    enum Step {
        CAPTURED,
        REFUNDED,
        ORDER,
        ROW
    }

    record Next(Step step, String messageId) {}

    private final UUID orderId = UUID.randomUUID();
    private final List<Next> steps = new ArrayList<>();

    PaymentWalk(Random random) {
        add(Step.CAPTURED, random.nextInt(4), random);
        add(Step.REFUNDED, random.nextInt(3), random);
        add(Step.ORDER, random.nextInt(3), random);
        if (has(Step.REFUNDED) && !has(Step.CAPTURED) && !has(Step.ORDER)) {
            add(Step.CAPTURED, 1, random);
        }
        if (!has(Step.ORDER) || random.nextBoolean()) {
            add(Step.ROW, 1, random);
        }
        Collections.shuffle(steps, random);
    }

    private void add(Step step, int messages, Random random) {
        for (int i = 0; i < messages; i++) {
            Next next = new Next(step, step + "-" + i + "-" + orderId);
            steps.addAll(Collections.nCopies(step != Step.ROW && random.nextInt(4) == 0 ? 2 : 1, next));
        }
    }

    UUID orderId() {
        return orderId;
    }

    List<Next> steps() {
        return List.copyOf(steps);
    }

    boolean has(Step step) {
        return steps.stream().anyMatch(next -> next.step() == step);
    }

    /** Deliveries of events, copies among them. */
    long events() {
        return steps.stream().filter(PaymentWalk::isEvent).count();
    }

    long distinctEvents() {
        return steps.stream().filter(PaymentWalk::isEvent).distinct().count();
    }

    long orders() {
        return steps.stream().filter(next -> next.step() == Step.ORDER).count();
    }

    /** How the payment may have come to its last state: by the row of a failed try, or charged at once. */
    List<List<String>> paths() {
        List<List<String>> paths = new ArrayList<>();
        if (has(Step.ROW)) {
            paths.add(path("none > Pending", "Pending > Captured", "Captured > Refunded"));
        }
        if (has(Step.ORDER)) {
            paths.add(path("none > Captured", "Captured > Refunded"));
        }
        return paths;
    }

    private List<String> path(String... all) {
        String end = has(Step.REFUNDED) ? "Refunded" : has(Step.CAPTURED) || has(Step.ORDER) ? "Captured" : "Pending";
        List<String> path = new ArrayList<>();
        for (String step : all) {
            path.add(step);
            if (step.endsWith(end)) {
                return path;
            }
        }
        throw new IllegalStateException("no way to " + end);
    }

    private static boolean isEvent(Next next) {
        return next.step() == Step.CAPTURED || next.step() == Step.REFUNDED;
    }
}

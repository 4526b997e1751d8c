package bookstore.billing.kill;

import static bookstore.billing.dev.Orders.placed;

import bookstore.billing.dev.Provider;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.springframework.amqp.core.Message;

/** The orders of one round, what the provider is to make of them, and what must have come of them in the end. */
final class Batch {

    enum Kind {
        GOOD,
        /** One more order, which is charged and answered with an error at first. */
        RETRIED,
        /** One more order, which is declined. */
        DEAD_LETTER,
        /** One more order, of which the provider refuses one message and takes the other one. */
        REFUSED_ONCE,
        /** One more of the second and one more of the third kind. */
        MIXED
    }

    private static final int GOOD_ORDERS = 3;
    private static final String TOTAL = "149.90";

    private final List<UUID> good = new ArrayList<>();
    private final List<UUID> declined = new ArrayList<>();
    private final List<UUID> refusedOnce = new ArrayList<>();
    private final List<Message> messages = new ArrayList<>();
    /** How often each message was published, with its order. */
    private final Map<String, UUID> orders = new LinkedHashMap<>();

    private final Map<String, Integer> copies = new HashMap<>();
    private final Map<String, Integer> letters = new HashMap<>();

    static Batch of(Kind kind, Provider provider) {
        var batch = new Batch();
        for (int i = 0; i < GOOD_ORDERS; i++) {
            batch.goodOrder(3);
        }
        switch (kind) {
            case GOOD -> {}
            case RETRIED -> batch.retried(provider);
            case DEAD_LETTER -> batch.declined(provider);
            case REFUSED_ONCE -> batch.refusedOnce(provider);
            case MIXED -> {
                batch.retried(provider);
                batch.declined(provider);
            }
        }
        return batch;
    }

    private UUID goodOrder(int messages) {
        UUID order = UUID.randomUUID();
        good.add(order);
        publishLater(order, messages);
        return order;
    }

    /** Two copies of one message, and a third message under an id of its own. */
    private void publishLater(UUID order, int count) {
        String id = "m-" + order;
        Stream.of(id, id, id + "-again").limit(count).forEach(each -> {
            messages.add(placed(each, order, TOTAL, "TRY"));
            orders.put(each, order);
            copies.merge(each, 1, Integer::sum);
        });
    }

    private void retried(Provider provider) {
        provider.forOrder(goodOrder(3)).chargeAndFail(1, 500);
    }

    private void declined(Provider provider) {
        UUID order = UUID.randomUUID();
        declined.add(order);
        publishLater(order, 2);
        provider.forOrder(order).failAlways(402);
    }

    private void refusedOnce(Provider provider) {
        UUID order = goodOrder(2);
        refusedOnce.add(order);
        // not 402, which the provider would say again to the same key
        provider.forOrder(order).failNext(1, 422);
    }

    /** The order that a moment may do something to at the provider. */
    UUID first() {
        return good.get(0);
    }

    List<UUID> good() {
        return List.copyOf(good);
    }

    UUID refusedOnce() {
        return refusedOnce.get(0);
    }

    void publish(Scene scene) {
        messages.forEach(message -> scene.broker().publish("order-placed", "", message));
    }

    /** One more good order, published at once, by which it is seen that the application consumes. */
    UUID publishProbe(Scene scene) {
        int before = messages.size();
        UUID order = goodOrder(1);
        messages.subList(before, messages.size())
                .forEach(message -> scene.broker().publish("order-placed", "", message));
        return order;
    }

    /** Takes the dead letters that have come since. */
    void takeDeadLetters(Scene scene) {
        for (Message letter : scene.broker().drain(Scene.DEAD_LETTERS)) {
            if (letter.getMessageProperties().getHeader("x-reason") != null) {
                letters.merge(letter.getMessageProperties().getMessageId(), 1, Integer::sum);
            }
        }
    }

    /** Each message that is neither in the inbox nor with all its copies a dead letter; each order that is not invoiced. */
    List<String> lost(Evidence evidence) {
        Set<String> known = evidence.inbox();
        Stream<String> lostMessages = orders.keySet().stream()
                .filter(id -> !known.contains(id) && letters.getOrDefault(id, 0) < copies.get(id))
                .map(id -> "message " + id + ": published " + copies.get(id) + " times, dead letters "
                        + letters.getOrDefault(id, 0) + ", not in the inbox");
        Stream<String> lostOrders = good.stream()
                .filter(order ->
                        evidence.invoices(order) == 0 || evidence.charges(order) == 0 || evidence.events(order) == 0)
                .map(order -> "order " + order + ": invoices " + evidence.invoices(order) + ", charges "
                        + evidence.charges(order) + ", events " + evidence.events(order) + ", dead letters "
                        + letters.getOrDefault("m-" + order, 0));
        return Stream.concat(lostMessages, lostOrders).toList();
    }

    /** Each order with more invoices or charges than it may have. */
    List<String> doubled(Evidence evidence) {
        return Stream.concat(
                        good.stream().filter(order -> evidence.isMoreThan(order, 1)),
                        declined.stream().filter(order -> evidence.isMoreThan(order, 0)))
                .map(order -> "order " + order + ": invoices " + evidence.invoices(order) + ", charges "
                        + evidence.charges(order) + ", events " + evidence.events(order))
                .toList();
    }
}

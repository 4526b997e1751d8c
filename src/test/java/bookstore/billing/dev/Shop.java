package bookstore.billing.dev;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.core.Message;

/**
 * The demo's publisher, as a good one is: mandatory, with confirms, and what is not confirmed is sent again under the same
 * message id. It cannot know whether the first one arrived; the inbox does.
 */
final class Shop {

    private static final String EXCHANGE = "order-placed";
    private static final int SENDS_AT_MOST = 5;

    /** @param story what happens to the order, for the table */
    record Order(UUID id, String story, String total, boolean good) {

        static final String CURRENCY = "TRY";

        String shortId() {
            return id.toString().substring(32);
        }
    }

    /** A message of an order; a copy is the same letter once more. */
    record Letter(String id, Order order) {

        Message amqp() {
            return Orders.placed(id, order.id(), order.total(), Order.CURRENCY);
        }
    }

    private final Broker broker;
    private final Terminal terminal;
    private final List<Order> orders = new CopyOnWriteArrayList<>();
    private final Map<String, Letter> letters = new ConcurrentHashMap<>();
    private final List<Letter> sent = new CopyOnWriteArrayList<>();

    Shop(Broker broker, Terminal terminal) {
        this.broker = broker;
        this.terminal = terminal;
    }

    Order order(String story, String total) {
        return add(new Order(UUID.randomUUID(), story, total, true));
    }

    Order badOrder(String story, String total) {
        return add(new Order(UUID.randomUUID(), story, total, false));
    }

    private Order add(Order order) {
        orders.add(order);
        return order;
    }

    /** A message of its own for the order, sent once. */
    Letter send(Order order) {
        Letter letter = letter(order);
        send(letter);
        return letter;
    }

    /** Sent before or not: the same message id makes it a copy. */
    void send(Letter letter) {
        tell(letter);
        publish(letter);
        sent.add(letter);
    }

    /** Two publishers that do not wait for each other. */
    void sendTwiceAtOnce(Order order) {
        Letter letter = letter(order);
        Stream.of(letter, letter)
                .map(copy -> CompletableFuture.runAsync(() -> send(copy)))
                .toList()
                .forEach(CompletableFuture::join);
    }

    /** The connection ends before the confirm is seen. The message has arrived, but who sent it cannot know. */
    void sendUnconfirmedAndAgain(Order order) {
        Letter letter = letter(order);
        tell(letter);
        broker.publishUnconfirmed(EXCHANGE, "", letter.amqp());
        sent.add(letter);
        tellUnconfirmed(letter);
        send(letter);
    }

    private synchronized Letter letter(Order order) {
        var letter = new Letter("msg-" + (letters.size() + 1), order);
        letters.put(letter.id(), letter);
        return letter;
    }

    private void publish(Letter letter) {
        for (int sends = 1; ; sends++) {
            try {
                broker.publish(EXCHANGE, "", letter.amqp());
                return;
            } catch (AmqpException e) {
                if (sends == SENDS_AT_MOST) {
                    throw e;
                }
                tellUnconfirmed(letter);
            }
        }
    }

    private void tell(Letter letter) {
        terminal.say(
                "  sent       order %s  %-6s  %s %s",
                letter.order().shortId(), letter.id(), letter.order().total(), Order.CURRENCY);
    }

    private void tellUnconfirmed(Letter letter) {
        terminal.say(
                "  no confirm order %s  %-6s  so it is sent again, under the same message id",
                letter.order().shortId(), letter.id());
    }

    List<Order> orders() {
        return Collections.unmodifiableList(orders);
    }

    Optional<Letter> letterOf(String messageId) {
        return Optional.ofNullable(letters.get(messageId));
    }

    /** What has gone to the broker, oldest first; a copy is there once more. */
    List<Letter> sent() {
        return Collections.unmodifiableList(sent);
    }

    Letter lastGood() {
        return sent.stream()
                .filter(letter -> letter.order().good())
                .reduce((earlier, later) -> later)
                .orElseThrow();
    }
}

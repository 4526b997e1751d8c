package bookstore.billing.dev;

import java.util.List;
import org.springframework.amqp.core.Binding;
import org.springframework.amqp.core.BindingBuilder;
import org.springframework.amqp.core.FanoutExchange;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.core.QueueBuilder;

/** A queue that takes what the application publishes to {@code invoice-created}: somebody who listens. */
public final class EventsQueue {

    private static final String QUEUE = "test.invoice-created";

    private EventsQueue() {}

    public static void bind(Broker broker) {
        bind(broker, "invoice-created", QUEUE);
    }

    /** A queue of another name, on an exchange that is declared with it. */
    public static void bind(Broker broker, String exchange, String name) {
        var fanout = new FanoutExchange(exchange, true, false);
        Queue queue = QueueBuilder.durable(name).build();
        Binding binding = BindingBuilder.bind(queue).to(fanout);
        broker.declare(List.of(fanout, queue, binding));
    }

    public static long waiting(Broker broker) {
        return broker.ready(QUEUE);
    }

    /** In the order in which they came. */
    public static List<Message> take(Broker broker) {
        return broker.drain(QUEUE);
    }

    public static void forget(Broker broker) {
        broker.purge(QUEUE);
    }
}

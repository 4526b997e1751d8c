package bookstore.billing.delivery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.core.Binding;
import org.springframework.amqp.core.BindingBuilder;
import org.springframework.amqp.core.Declarable;
import org.springframework.amqp.core.Exchange;
import org.springframework.amqp.core.FanoutExchange;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.core.QueueBuilder;
import org.springframework.amqp.rabbit.core.RabbitAdmin;

/**
 * Exchanges and queues with their final arguments: a broker refuses the same queue with others.
 *
 * <pre>
 * order-placed ─┬─> billing-invoice ──refused, exhausted, expired──> billing-invoice.dlq ──14 d──> billing-invoice.expired
 *               │        ^   └──────failed──────> billing-invoice.retry.5s ──5 s──┐
 *               │        └────────────────────────────────────────────────────────┘
 *               └─> order-notification ...
 *
 * invoice-created ─> whoever binds a queue to it
 * </pre>
 *
 * <p>Dead letters of the broker's own go through the default exchange to one queue by name, at least once: that takes
 * quorum queues, {@code at-least-once} and {@code reject-publish}, see RabbitMQ's page on quorum queues.
 */
public final class Topology {

    private static final Logger LOG = LoggerFactory.getLogger(Topology.class);

    private static final String ORDER_PLACED = "order-placed";
    private static final String INVOICE_CREATED = "invoice-created";
    private static final Set<String> EXCHANGES = Set.of(ORDER_PLACED, INVOICE_CREATED);
    private static final List<String> ORDER_PLACED_QUEUES = List.of("billing-invoice", "order-notification");

    /** Counting tries is ours: the broker's limit (20 in RabbitMQ 4) would also count requeues and kills. */
    private static final int NO_DELIVERY_LIMIT = Integer.MAX_VALUE;

    private final RetrySchedule schedule;
    private final Duration deadLetterRetention;

    /** @param deadLetterRetention how long dead letters are kept, in whole milliseconds */
    public Topology(RetrySchedule schedule, Duration deadLetterRetention) {
        this.schedule = schedule;
        this.deadLetterRetention = deadLetterRetention;
    }

    /** All of it, in an order in which no queue points at one that has yet to come, but for the way back of a retry. */
    public List<Declarable> declarables() {
        var all = new ArrayList<Declarable>();
        var orderPlaced = new FanoutExchange(ORDER_PLACED, true, false);
        all.add(orderPlaced);
        for (String name : ORDER_PLACED_QUEUES) {
            all.add(queue(expiredQueue(name)).build());
            all.add(expiring(queue(deadLetterQueue(name)), deadLetterRetention, expiredQueue(name)));
            Queue consumed = deadLettering(queue(name), deadLetterQueue(name));
            all.add(consumed);
            for (Duration delay : schedule.delays()) {
                all.add(expiring(queue(RetrySchedule.delayQueue(name, delay)), delay, name));
            }
            Binding binding = BindingBuilder.bind(consumed).to(orderPlaced);
            all.add(binding);
        }
        all.add(new FanoutExchange(INVOICE_CREATED, true, false));
        return List.copyOf(all);
    }

    /** Declares all of it now, and has the admin do so again where a queue is found to be gone. */
    public void declare(RabbitAdmin admin) {
        admin.setRedeclareManualDeclarations(true);
        for (Declarable declarable : declarables()) {
            if (declarable instanceof Exchange exchange) {
                admin.declareExchange(exchange);
            } else if (declarable instanceof Queue queue) {
                admin.declareQueue(queue);
            } else if (declarable instanceof Binding binding) {
                admin.declareBinding(binding);
            }
        }
    }

    /** Declares it anew where one of the exchanges is found to be gone; others are nobody's here. */
    public static Consumer<String> declaredAgain(RabbitAdmin admin) {
        return exchange -> {
            if (EXCHANGES.contains(exchange)) {
                LOG.warn("the exchange {} is gone and is declared again", exchange);
                admin.initialize();
            }
        };
    }

    /** The queues that consumers take from; each has its dead letters. */
    public static List<String> consumedQueues() {
        return ORDER_PLACED_QUEUES;
    }

    /** The queue of the dead letters of {@code queue}. */
    public static String deadLetterQueue(String queue) {
        return queue + ".dlq";
    }

    private static String expiredQueue(String queue) {
        return queue + ".expired";
    }

    private static QueueBuilder queue(String name) {
        return QueueBuilder.durable(name).quorum().deliveryLimit(NO_DELIVERY_LIMIT);
    }

    private static Queue expiring(QueueBuilder queue, Duration after, String target) {
        return deadLettering(queue.withArgument("x-message-ttl", after.toMillis()), target);
    }

    private static Queue deadLettering(QueueBuilder queue, String target) {
        return queue.deadLetterExchange("")
                .deadLetterRoutingKey(target)
                .withArgument("x-dead-letter-strategy", "at-least-once")
                .overflow(QueueBuilder.Overflow.rejectPublish)
                .build();
    }
}

package bookstore.billing.delivery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
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
 * invoice-created ──> invoice-mail ...
 * payment-events ...
 * </pre>
 *
 * <p>Dead letters of the broker's own go through the default exchange to one queue by name, at least once: that takes
 * quorum queues, {@code at-least-once} and {@code reject-publish}, see RabbitMQ's page on quorum queues.
 */
public final class Topology {

    private static final Logger LOG = LoggerFactory.getLogger(Topology.class);

    /** Each fanout exchange with the queues that consumers take its messages from. */
    private static final Map<String, List<String>> CONSUMED = new LinkedHashMap<>();

    static {
        CONSUMED.put("order-placed", List.of("billing-invoice", "order-notification"));
        CONSUMED.put("invoice-created", List.of("invoice-mail"));
    }

    /** Whoever sends to them names the queue. */
    private static final List<String> QUEUES_WITHOUT_EXCHANGE = List.of("payment-events");

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
        CONSUMED.forEach((exchangeName, queues) -> {
            var exchange = new FanoutExchange(exchangeName, true, false);
            all.add(exchange);
            for (String name : queues) {
                Queue queue = addQueues(name, all);
                all.add(BindingBuilder.bind(queue).to(exchange));
            }
        });
        QUEUES_WITHOUT_EXCHANGE.forEach(name -> addQueues(name, all));
        return List.copyOf(all);
    }

    /** @return the one that consumers take from */
    private Queue addQueues(String name, List<Declarable> all) {
        all.add(queue(expiredQueue(name)).build());
        all.add(expiring(queue(deadLetterQueue(name)), deadLetterRetention, expiredQueue(name)));
        Queue consumed = deadLettering(queue(name), deadLetterQueue(name));
        all.add(consumed);
        for (Duration delay : schedule.delays()) {
            all.add(expiring(queue(RetrySchedule.delayQueue(name, delay)), delay, name));
        }
        return consumed;
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

    /** The names of all queues. */
    public List<String> queues() {
        return declarables().stream()
                .flatMap(declarable -> declarable instanceof Queue queue ? Stream.of(queue.getName()) : Stream.empty())
                .toList();
    }

    /** Declares it anew where one of the exchanges is found to be gone; others are nobody's here. */
    public static Consumer<String> declaredAgain(RabbitAdmin admin) {
        return exchange -> {
            if (CONSUMED.containsKey(exchange)) {
                LOG.warn("the exchange {} is gone and is declared again", exchange);
                admin.initialize();
            }
        };
    }

    /** The queues that consumers take from; each has its dead letters. */
    public static List<String> consumedQueues() {
        return Stream.concat(CONSUMED.values().stream().flatMap(List::stream), QUEUES_WITHOUT_EXCHANGE.stream())
                .toList();
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

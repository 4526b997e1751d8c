package bookstore.billing.operate;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.support.service.ServiceSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.core.QueueInformation;
import org.springframework.amqp.rabbit.core.RabbitAdmin;

/**
 * Tells how many messages and consumers each queue has, by a passive declare: no message is taken out to look at it, since
 * the broker would count that as a delivery.
 *
 * <p>How old a queue's oldest message is AMQP does not tell without taking it. What this can tell is for how long the queue has
 * not been empty, as far as this instance has looked: no message in it is older than that, once it has been seen empty.
 */
public final class QueueWatch extends ServiceSupport {

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);

    private static final Duration STOP_LIMIT = Duration.ofSeconds(1);

    private final RabbitAdmin admin;
    private final Map<String, Look> looks = new ConcurrentHashMap<>();
    private final List<String> queues;
    private final AtomicBoolean running = new AtomicBoolean();
    private @Nullable Thread thread;

    /** @param notEmptySince by {@link System#nanoTime}; null where it is empty */
    private record Look(long messages, long consumers, @Nullable Long notEmptySince) {}

    public QueueWatch(RabbitAdmin admin, List<String> queues, MeterRegistry meters) {
        this.admin = admin;
        this.queues = List.copyOf(queues);
        for (String queue : queues) {
            gauge(meters, "billing.queue.messages", queue, "Messages that wait, without those that a consumer holds");
            gauge(meters, "billing.queue.consumers", queue, "Consumers, those of every instance");
            gauge(meters, "billing.queue.nonempty", queue, "For how long it has not been seen empty");
        }
    }

    private void gauge(MeterRegistry meters, String name, String queue, String description) {
        Gauge.builder(name, () -> value(name, queue))
                .description(description)
                .baseUnit(name.endsWith("nonempty") ? "seconds" : null)
                .tag("queue", queue)
                .register(meters);
    }

    /** @return not a number where the broker is away, or has no such queue */
    private double value(String name, String queue) {
        Look look = looks.get(queue);
        if (look == null) {
            return Double.NaN;
        }
        return switch (name) {
            case "billing.queue.messages" -> look.messages();
            case "billing.queue.consumers" -> look.consumers();
            default -> look.notEmptySince() == null ? 0 : (System.nanoTime() - look.notEmptySince()) / 1e9;
        };
    }

    @Override
    protected void doStart() {
        running.set(true);
        Thread started = new Thread(this::run, "queue watch");
        started.setDaemon(true);
        started.start();
        thread = started;
    }

    @Override
    protected void doStop() throws InterruptedException {
        running.set(false);
        Thread stopped = thread;
        if (stopped != null) {
            stopped.interrupt();
            // an answer that a silent broker owes us is not waited for
            stopped.join(STOP_LIMIT.toMillis());
        }
    }

    private void run() {
        try {
            while (running.get()) {
                look();
                Thread.sleep(BETWEEN_LOOKS.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        for (String queue : queues) {
            if (!running.get()) {
                return;
            }
            try {
                QueueInformation information = admin.getQueueInfo(queue);
                if (information == null) {
                    looks.remove(queue);
                } else {
                    looks.compute(queue, (name, before) -> look(information, before));
                }
            } catch (AmqpException e) {
                // whether the broker is away is its connection's to tell
                looks.clear();
                return;
            }
        }
    }

    private static Look look(QueueInformation information, @Nullable Look before) {
        long messages = information.getMessageCount();
        Long since =
                before == null || before.notEmptySince() == null ? (Long) System.nanoTime() : before.notEmptySince();
        return new Look(messages, information.getConsumerCount(), messages == 0 ? null : since);
    }
}

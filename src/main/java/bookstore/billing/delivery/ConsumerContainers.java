package bookstore.billing.delivery;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.component.springrabbit.DefaultListenerContainerFactory;
import org.apache.camel.component.springrabbit.SpringRabbitMQEndpoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.listener.AbstractMessageListenerContainer;
import org.springframework.amqp.rabbit.listener.ListenerContainerConsumerFailedEvent;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;
import org.springframework.context.ApplicationContext;
import org.springframework.context.support.StaticApplicationContext;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

/**
 * Makes the listener containers of the spring-rabbitmq component survive what a broker does: a queue that is gone is
 * declared again, and neither that nor a refused login ends a consumer for good.
 */
public final class ConsumerContainers extends DefaultListenerContainerFactory {

    private static final Logger LOG = LoggerFactory.getLogger(ConsumerContainers.class);

    private static final int JAVA_WITH_VIRTUAL_THREADS = 21;

    private final RabbitAdmin admin;
    private final Duration stopLimit;

    /** Those that routes have; a route that is started again has a new one. */
    private final Map<AbstractMessageListenerContainer, SpringRabbitMQEndpoint> containers =
            Collections.synchronizedMap(new WeakHashMap<>());

    /** A container that has none would not declare anything; the admin knows what there is. */
    private final ApplicationContext anyContext = new StaticApplicationContext();

    private final boolean virtualThreads;

    /**
     * @param admin has declared the topology, see {@link Topology#declare}
     * @param stopLimit how long a stop, or a pause, waits for a message in work; after that its thread is interrupted, its
     *     transaction rolled back, and the broker delivers it again
     * @param virtualThreads whether consumers run on virtual threads where the JVM has them: they hold nothing but their
     *     thread while they wait
     */
    public ConsumerContainers(RabbitAdmin admin, Duration stopLimit, boolean virtualThreads) {
        this.admin = admin;
        this.stopLimit = stopLimit;
        this.virtualThreads = virtualThreads && Runtime.version().feature() >= JAVA_WITH_VIRTUAL_THREADS;
    }

    @Override
    public AbstractMessageListenerContainer createListenerContainer(SpringRabbitMQEndpoint endpoint) {
        AbstractMessageListenerContainer container = super.createListenerContainer(endpoint);
        if (virtualThreads) {
            var threads = new SimpleAsyncTaskExecutor(endpoint.getQueues() + "-");
            threads.setVirtualThreads(true);
            container.setTaskExecutor(threads);
        }
        container.setApplicationContext(anyContext);
        container.setAmqpAdmin(admin);
        container.setAutoDeclare(true);
        container.setMissingQueuesFatal(false);
        // a stop or a pause waits for the payments that run, and not for those of all the messages fetched ahead
        container.setForceStop(true);
        container.setShutdownTimeout(stopLimit.toMillis());
        container.setPossibleAuthenticationFailureFatal(false);
        container.setApplicationEventPublisher(event -> {
            // a consumer that is interrupted while its container stops has ended as it should
            if (event instanceof ListenerContainerConsumerFailedEvent failed
                    && failed.isFatal()
                    && container.isActive()) {
                LOG.error("a consumer of {} has ended for good: {}", endpoint.getQueues(), failed.getReason());
            }
        });
        containers.put(container, endpoint);
        return container;
    }

    /**
     * Has all consumers finish what they work on and give back what they have fetched ahead; returns when they have, or when
     * their limit ends. All at once: one route after the other, as Camel stops them, would add up their limits and take
     * new messages meanwhile.
     */
    public void stop() {
        List<AbstractMessageListenerContainer> running;
        synchronized (containers) {
            running = List.copyOf(containers.keySet());
        }
        CompletableFuture.allOf(running.stream().map(ConsumerContainers::stop).toArray(CompletableFuture<?>[]::new))
                .join();
    }

    /** How many consumers of this instance have a channel and take from the endpoint's queues. */
    public int attached(SpringRabbitMQEndpoint endpoint) {
        synchronized (containers) {
            return containers.entrySet().stream()
                    .filter(entry ->
                            entry.getValue() == endpoint && entry.getKey().isRunning())
                    .mapToInt(entry -> entry.getKey() instanceof SimpleMessageListenerContainer container
                            ? container.getActiveConsumerCount()
                            : 0)
                    .sum();
        }
    }

    private static CompletableFuture<Void> stop(AbstractMessageListenerContainer container) {
        var stopped = new CompletableFuture<Void>();
        container.stop(() -> stopped.complete(null));
        return stopped;
    }
}

package bookstore.billing.delivery;

import org.apache.camel.component.springrabbit.DefaultListenerContainerFactory;
import org.apache.camel.component.springrabbit.SpringRabbitMQEndpoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.listener.AbstractMessageListenerContainer;
import org.springframework.amqp.rabbit.listener.ListenerContainerConsumerFailedEvent;
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

    /** A container that has none would not declare anything; the admin knows what there is. */
    private final ApplicationContext anyContext = new StaticApplicationContext();

    private final boolean virtualThreads;

    /**
     * @param admin has declared the topology, see {@link Topology#declare}
     * @param virtualThreads whether consumers run on virtual threads where the JVM has them: they hold nothing but their
     *     thread while they wait
     */
    public ConsumerContainers(RabbitAdmin admin, boolean virtualThreads) {
        this.admin = admin;
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
        container.setPossibleAuthenticationFailureFatal(false);
        container.setApplicationEventPublisher(event -> {
            if (event instanceof ListenerContainerConsumerFailedEvent failed && failed.isFatal()) {
                LOG.error("a consumer of {} has ended for good: {}", endpoint.getQueues(), failed.getReason());
            }
        });
        return container;
    }
}

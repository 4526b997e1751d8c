package bookstore.billing.dev;

import static org.apache.qpid.server.model.Queue.ALTERNATE_BINDING;
import static org.apache.qpid.server.model.Queue.EXPIRY_POLICY;
import static org.apache.qpid.server.model.Queue.MAXIMUM_MESSAGE_TTL;
import static org.apache.qpid.server.model.Queue.MAXIMUM_QUEUE_DEPTH_MESSAGES;
import static org.apache.qpid.server.model.Queue.MINIMUM_MESSAGE_TTL;
import static org.apache.qpid.server.model.Queue.OVERFLOW_POLICY;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.qpid.server.SystemLauncher;
import org.apache.qpid.server.SystemLauncherListener.DefaultSystemLauncherListener;
import org.apache.qpid.server.model.AlternateBinding;
import org.apache.qpid.server.model.OverflowPolicy;
import org.apache.qpid.server.model.Port;
import org.apache.qpid.server.model.Queue.ExpiryPolicy;
import org.apache.qpid.server.model.SystemConfig;
import org.apache.qpid.server.virtualhost.QueueManagingVirtualHost;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.core.Binding;
import org.springframework.amqp.core.Declarable;
import org.springframework.amqp.core.Exchange;
import org.springframework.amqp.core.FanoutExchange;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.util.FileSystemUtils;

/**
 * Answers for RabbitMQ where none is installed: Apache Qpid Broker-J inside this JVM, messages in memory, AMQP 0-9-1 on a
 * free port.
 *
 * <p>Qpid knows none of RabbitMQ's queue arguments. It is told to ignore them when the application declares its queues, and
 * {@link #declare} gives the queues Qpid's nearest attributes before. What stays different, and is for tests with
 * {@link NeedsRealRabbit}:
 *
 * <ul>
 *   <li>a dead letter has no {@code x-death} and keeps its {@code expiration}; it keeps its routing key too, so that
 *       {@code x-dead-letter-routing-key} works with the default exchange only;
 *   <li>a time to live counts from the publish, not from the arrival in the queue, and expires in the middle of a queue too,
 *       up to a second late; a dead letter that is already too old for its target's time to live is dropped;
 *   <li>no quorum queues, delivery limit, at-least-once dead-lettering, {@code x-expires} or priorities, no exchange-to-exchange
 *       binding, no notice to the consumers of a deleted queue;
 *   <li>declaring a queue again with other arguments is accepted, and changes nothing;
 *   <li>an unroutable mandatory message is nacked and then returned, so that Spring's {@code CorrelationData} never sees the
 *       return; RabbitMQ returns it and then acks it.
 * </ul>
 */
final class StandInBroker implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StandInBroker.class);

    static final String HOST = "127.0.0.1";
    static final String USERNAME = "guest";
    static final String PASSWORD = "guest";

    /** The longest that a dead letter may be kept: past every retention, and far from the end of a long. */
    private static final long FOR_EVER = 100L * 365 * 24 * 60 * 60 * 1000;

    // secureOnlyMechanisms: guest may log in without TLS.
    // maximumDeliveryAttempts: at 0 Qpid takes "reject, do not requeue" for "requeue", without end. At 1 a reject
    // dead-letters, while a requeue, a recover and a lost connection still give the message back, however often.
    private static final String CONFIGURATION =
            """
            {
              "name": "stand-in",
              "modelVersion": "9.1",
              "authenticationproviders": [{
                "name": "plain", "type": "Plain", "secureOnlyMechanisms": [],
                "users": [{"name": "guest", "type": "managed", "password": "guest"}]
              }],
              "ports": [{
                "name": "AMQP", "port": 0, "bindingAddress": "127.0.0.1", "protocols": ["AMQP_0_9_1"],
                "authenticationProvider": "plain",
                "virtualhostaliases": [{"name": "defaultAlias", "type": "defaultAlias"}]
              }],
              "virtualhostnodes": [{
                "name": "default", "type": "Memory", "defaultVirtualHostNode": true,
                "virtualHostInitialConfiguration": "{\\"type\\": \\"Memory\\"}"
              }],
              "context": {
                "queue.behaviourOnUnknownDeclareArgument": "IGNORE",
                "exchange.behaviourOnUnknownDeclareArgument": "IGNORE",
                "queue.maximumDeliveryAttempts": "1",
                "virtualhost.housekeepingCheckPeriod": "1000"
              }
            }
            """;

    private final SystemLauncher launcher;
    private final QueueManagingVirtualHost<?> virtualHost;
    private final int port;

    private StandInBroker(SystemLauncher launcher, org.apache.qpid.server.model.Broker<?> qpid) {
        this.launcher = launcher;
        this.virtualHost =
                (QueueManagingVirtualHost<?>) qpid.findDefautVirtualHostNode().getVirtualHost();
        this.port = qpid.getChildren(Port.class).iterator().next().getBoundPort();
    }

    static StandInBroker start() {
        // Qpid's second logger, which says every connection and channel
        System.setProperty(SystemConfig.PROPERTY_STATUS_UPDATES, "false");
        Start start = new Start();
        SystemLauncher launcher = new SystemLauncher(start);
        try {
            Path directory = Files.createTempDirectory("stand-in-broker");
            try {
                launcher.startup(Map.of(
                        SystemConfig.TYPE, "Memory",
                        SystemConfig.INITIAL_CONFIGURATION_LOCATION, file(directory, "broker.json", CONFIGURATION),
                        SystemConfig.INITIAL_SYSTEM_PROPERTIES_LOCATION, file(directory, "system.properties", ""),
                        SystemConfig.STARTUP_LOGGED_TO_SYSTEM_OUT, false,
                        SystemConfig.CONTEXT, Map.of(SystemConfig.QPID_WORK_DIR, directory.toString())));
            } finally {
                // Read once, and the memory store writes nothing
                FileSystemUtils.deleteRecursively(directory);
            }
            StandInBroker broker = new StandInBroker(launcher, start.qpid());
            LOG.warn(
                    "STAND-IN BROKER on {}:{}: this is Apache Qpid, not RabbitMQ. It has no quorum queues, x-death or"
                            + " delivery limits, and forgets its messages when it stops.",
                    HOST,
                    broker.port);
            return broker;
        } catch (Exception e) {
            throw new IllegalStateException("the stand-in broker did not start", e);
        }
    }

    int port() {
        return port;
    }

    /**
     * Declares the application's topology before the application does. All exchanges and queues come first and are joined
     * afterwards, since Qpid wants a dead letter's target to exist; so targets may even form a circle.
     */
    void declare(Collection<? extends Declarable> declarables) {
        List<Queue> queues = only(Queue.class, declarables);
        List<Exchange> exchanges = only(Exchange.class, declarables);
        List<Binding> bindings = only(Binding.class, declarables);
        Set<String> targets = new HashSet<>();
        for (Queue queue : queues) {
            String target = deadLetterTarget(queue, exchanges);
            if (target != null) {
                targets.add(target);
                bindings.stream()
                        .filter(binding -> binding.getExchange().equals(target))
                        .forEach(binding -> targets.add(binding.getDestination()));
            }
        }

        CachingConnectionFactory connections = new CachingConnectionFactory(HOST, port);
        try {
            RabbitAdmin admin = new RabbitAdmin(connections);
            exchanges.forEach(admin::declareExchange);
            queues.forEach(admin::declareQueue);
            for (Queue queue : queues) {
                qpidQueue(queue.getName())
                        .setAttributes(attributes(
                                queue, deadLetterTarget(queue, exchanges), targets.contains(queue.getName())));
            }
            bindings.forEach(admin::declareBinding);
        } finally {
            connections.destroy();
        }
    }

    /** Messages that wait in the queue. Over AMQP, Qpid counts those too which a consumer holds unacknowledged. */
    long ready(String queue) {
        org.apache.qpid.server.model.Queue<?> found = virtualHost.getAttainedQueue(queue);
        return found == null ? 0 : found.getAvailableMessages();
    }

    /** Qpid refuses to delete a queue that others dead-letter to, RabbitMQ does not. */
    void forgetDeadLetterTarget(String target) {
        for (org.apache.qpid.server.model.Queue<?> queue : qpidQueues()) {
            AlternateBinding alternate = queue.getAlternateBinding();
            if (alternate != null && alternate.getDestination().equals(target)) {
                Map<String, Object> none = new HashMap<>();
                none.put(ALTERNATE_BINDING, null);
                queue.setAttributes(none);
            }
        }
    }

    org.apache.qpid.server.model.Queue<?> qpidQueue(String name) {
        return virtualHost.getAttainedQueue(name);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private Collection<? extends org.apache.qpid.server.model.Queue<?>> qpidQueues() {
        return (Collection) virtualHost.getChildren(org.apache.qpid.server.model.Queue.class);
    }

    @Override
    public void close() {
        launcher.shutdown();
    }

    /** Where the queue's dead letters go: an exchange, or the queue that the default exchange leads to. */
    private static @Nullable String deadLetterTarget(Queue queue, List<Exchange> exchanges) {
        Object exchange = queue.getArguments().get("x-dead-letter-exchange");
        Object routingKey = queue.getArguments().get("x-dead-letter-routing-key");
        if (exchange == null) {
            return null;
        }
        if (exchange.equals("")) {
            return routingKey == null ? queue.getName() : routingKey.toString();
        }
        boolean ignoresKeys =
                exchanges.stream().anyMatch(one -> one.getName().equals(exchange) && one instanceof FanoutExchange);
        if (routingKey != null && !ignoresKeys) {
            throw new IllegalArgumentException("the stand-in broker cannot dead-letter from '" + queue.getName()
                    + "' with another routing key to '" + exchange + "', only to a fanout or the default exchange");
        }
        return exchange.toString();
    }

    /** All of them each time, so that a queue declared again with other arguments keeps none of the old. */
    private static Map<String, Object> attributes(Queue queue, @Nullable String target, boolean takesDeadLetters) {
        Map<String, Object> arguments = queue.getArguments();
        Map<String, Object> attributes = new HashMap<>();
        attributes.put(ALTERNATE_BINDING, target == null ? null : Map.of(AlternateBinding.DESTINATION, target));
        attributes.put(EXPIRY_POLICY, target == null ? ExpiryPolicy.DELETE : ExpiryPolicy.ROUTE_TO_ALTERNATE);

        long timeToLive = arguments.get("x-message-ttl") instanceof Number millis ? Math.max(1, millis.longValue()) : 0;
        attributes.put(MAXIMUM_MESSAGE_TTL, timeToLive);
        // A dead letter that expired by itself still carries its expiration, and without a minimum would expire here
        // again.
        // A queue that is a target and has a target of its own is a consumer's: there a publisher's expiration must
        // count.
        long atLeast = timeToLive > 0 ? timeToLive : target == null ? FOR_EVER : 0;
        attributes.put(MINIMUM_MESSAGE_TTL, takesDeadLetters ? atLeast : 0L);

        long length = arguments.get("x-max-length") instanceof Number messages ? messages.longValue() : -1;
        attributes.put(MAXIMUM_QUEUE_DEPTH_MESSAGES, length);
        boolean refuses = "reject-publish".equals(arguments.get("x-overflow"));
        attributes.put(
                OVERFLOW_POLICY,
                length < 0 ? OverflowPolicy.NONE : refuses ? OverflowPolicy.REJECT : OverflowPolicy.RING);
        return attributes;
    }

    private static <T> List<T> only(Class<T> type, Collection<? extends Declarable> declarables) {
        return declarables.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** A URL, since Qpid's own {@code classpath:} is not found by every class loader. */
    private static String file(Path directory, String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content)
                .toUri()
                .toURL()
                .toString();
    }

    /** What Qpid says of its start, which it does not throw. */
    private static final class Start extends DefaultSystemLauncherListener {

        private @Nullable SystemConfig<?> system;
        private @Nullable RuntimeException failure;

        @Override
        public void onContainerResolve(SystemConfig<?> systemConfig) {
            system = systemConfig;
        }

        @Override
        public void errorOnStartup(RuntimeException e) {
            failure = e;
        }

        org.apache.qpid.server.model.Broker<?> qpid() throws ReflectiveOperationException {
            if (failure != null || system == null) {
                throw new IllegalStateException("Qpid did not start", failure);
            }
            var qpid = (org.apache.qpid.server.model.Broker<?>) system.getContainer();
            removeShutdownHook(qpid);
            return qpid;
        }

        /** Qpid's hook would stop the broker under consumers that are just shutting down in order. */
        private static void removeShutdownHook(org.apache.qpid.server.model.Broker<?> qpid)
                throws ReflectiveOperationException {
            for (Class<?> type = qpid.getClass(); type != Object.class; type = type.getSuperclass()) {
                if (type.getSimpleName().equals("BrokerImpl")) {
                    Field hook = type.getDeclaredField("_shutdownHook");
                    hook.setAccessible(true);
                    if (Runtime.getRuntime().removeShutdownHook((Thread) hook.get(qpid))) {
                        return;
                    }
                }
            }
            throw new IllegalStateException("Qpid's shutdown hook is not where it was");
        }
    }
}

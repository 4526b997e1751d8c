package bookstore.billing.operate;

import bookstore.billing.delivery.ConsumerContainers;
import bookstore.billing.delivery.ConsumerPause;
import java.time.Duration;
import org.apache.camel.CamelContext;
import org.apache.camel.spring.boot.CamelContextConfiguration;
import org.apache.camel.support.LifecycleStrategySupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A stop waits for the messages in work, and for nothing else: all consumers end at the same moment, before Camel stops its
 * routes one after the other, and while database, broker and probe are still there for what runs.
 */
public final class GracefulStop implements CamelContextConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(GracefulStop.class);

    /** Camel would force a route to stop that its consumers still work for. */
    private static final Duration CAMELS_MARGIN = Duration.ofSeconds(15);

    private final ConsumerPause pause;
    private final ConsumerContainers containers;
    private final Duration limit;

    /** @param limit how long the containers wait for a message in work, see {@link Limits#stop()} */
    public GracefulStop(ConsumerPause pause, ConsumerContainers containers, Duration limit) {
        this.pause = pause;
        this.containers = containers;
        this.limit = limit;
    }

    /** How long a stop may take altogether, as for a route that an operator stops; whoever kills shall wait longer. */
    public static Duration longest(Duration limit) {
        return limit.plus(CAMELS_MARGIN);
    }

    @Override
    public void beforeApplicationStart(CamelContext context) {
        context.getShutdownStrategy().setTimeout(longest(limit).toSeconds());
        context.addLifecycleStrategy(new LifecycleStrategySupport() {
            @Override
            public void onContextStopping(CamelContext stopping) {
                LOG.info("stopping: no message is taken any more, those in work have {} s", limit.toSeconds());
                pause.leaveRoutesAlone();
                containers.stop();
                // nothing is left to wait for but what cannot be interrupted
                stopping.getShutdownStrategy().setTimeout(CAMELS_MARGIN.toSeconds());
                pause.stop();
            }
        });
    }

    @Override
    public void afterApplicationStart(CamelContext context) {
        // what there is to do is done before a stop
    }
}

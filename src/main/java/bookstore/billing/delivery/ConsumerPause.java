package bookstore.billing.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.Route;
import org.apache.camel.ServiceStatus;
import org.apache.camel.component.springrabbit.SpringRabbitMQEndpoint;
import org.apache.camel.support.service.ServiceSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Suspends the routes that consume while a server is away, and resumes them when it is back.
 *
 * <p>It does so on a thread of its own, since a listener that suspends its own route waits for itself. The database is
 * probed; the payment provider and the mail server are given the messages that wait, for a trial, since only a charge
 * shows that it charges, and only a mail that it sends. Routes that an operator has stopped or suspended are not touched.
 */
public final class ConsumerPause extends ServiceSupport implements CamelContextAware {

    /** Something that fails while its server is away. */
    @FunctionalInterface
    public interface Probe {
        void check() throws Exception;
    }

    private static final Logger LOG = LoggerFactory.getLogger(ConsumerPause.class);
    private static final Duration BETWEEN_PROBES = Duration.ofSeconds(5);

    private final Outages outages;
    private final Probe databaseProbe;
    private final Map<Trials, List<String>> routesByTrials = new LinkedHashMap<>();
    private final Set<String> suspended = ConcurrentHashMap.newKeySet();
    private final Object changeOfARoute = new Object();
    private final Object startOfARoute = new Object();
    private @Nullable CamelContext camelContext;
    private @Nullable Thread thread;

    private volatile boolean routesLeftAlone;

    /**
     * @param databaseProbe asks the database, within a few seconds, and not through the pool that consumers wait for
     * @param routesByServer the ids of the routes that pause for a server; all pause for the database
     */
    public ConsumerPause(Outages outages, Probe databaseProbe, Map<Server, List<String>> routesByServer) {
        this.outages = outages;
        this.databaseProbe = databaseProbe;
        routesByServer.forEach(
                (server, routes) -> routesByTrials.put(new Trials(outages, server), List.copyOf(routes)));
    }

    @Override
    protected void doStart() {
        routesLeftAlone = false;
        Thread started = new Thread(this::run, "consumer pause");
        started.setDaemon(true);
        started.start();
        thread = started;
    }

    /**
     * No route is suspended or resumed any more: the application stops, and a route that was resumed now would take new
     * messages. A start that is under way has ended when this returns, so that whoever stops the consumers meets them all.
     * It still tells whether the database is away, for the deliveries that run.
     */
    public void leaveRoutesAlone() {
        synchronized (startOfARoute) {
            routesLeftAlone = true;
        }
    }

    /** Whether the route, where it is suspended, is so by a server's outage and not by somebody's hand. */
    public boolean hasSuspended(String routeId) {
        return suspended.contains(routeId);
    }

    /** Whether all that the route pauses for is a server without which orders are invoiced. */
    public boolean pausesForDispensable(String routeId) {
        return hasSuspended(routeId)
                && outages.of(Server.DATABASE).isEmpty()
                && routesByTrials.entrySet().stream()
                        .anyMatch(routes -> routes.getValue().contains(routeId)
                                && routes.getKey().server().isDispensable());
    }

    @Override
    protected void doStop() throws InterruptedException {
        leaveRoutesAlone();
        Thread stopped = thread;
        if (stopped != null) {
            // an interrupted suspension would cut off the payments that it waits for
            synchronized (changeOfARoute) {
                stopped.interrupt();
            }
            stopped.join();
        }
    }

    private void run() {
        try {
            Instant nextProbe = Instant.now();
            while (!Thread.currentThread().isInterrupted()) {
                if (outages.isSuspect(Server.DATABASE) || !Instant.now().isBefore(nextProbe)) {
                    probeDatabase();
                    nextProbe = Instant.now().plus(BETWEEN_PROBES);
                }
                routesByTrials.keySet().forEach(Trials::consider);
                pauseOrResume();
                outages.awaitNews(Duration.ofSeconds(1));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void probeDatabase() {
        try {
            databaseProbe.check();
            outages.worked(Server.DATABASE);
        } catch (Exception e) {
            outages.away(Server.DATABASE, OneLine.ofRootCause(e));
        }
    }

    private void pauseOrResume() throws InterruptedException {
        CamelContext context = camelContext;
        if (context == null) {
            return;
        }
        for (Route route : context.getRoutes()) {
            if (route.getEndpoint() instanceof SpringRabbitMQEndpoint) {
                try {
                    pauseOrResume(context, route.getId());
                } catch (InterruptedException e) {
                    throw e;
                } catch (Exception e) {
                    // the next round tries again
                    LOG.warn(
                            "route {} can be neither suspended nor resumed: {}", route.getId(), OneLine.ofRootCause(e));
                }
            }
        }
    }

    private void pauseOrResume(CamelContext context, String routeId) throws Exception {
        synchronized (changeOfARoute) {
            if (!routesLeftAlone) {
                change(context, routeId);
            }
        }
    }

    private void change(CamelContext context, String routeId) throws Exception {
        ServiceStatus status = context.getRouteController().getRouteStatus(routeId);
        boolean pause = mustPause(routeId);
        if (pause && status == ServiceStatus.Started) {
            suspended.add(routeId);
            context.getRouteController().suspendRoute(routeId);
        } else if (!pause && suspended.remove(routeId) && status == ServiceStatus.Suspended) {
            // a container that was suspended while its workers hung never takes a message again: the route gets a new
            // one
            context.getRouteController().stopRoute(routeId);
            start(context, routeId);
        }
    }

    private void start(CamelContext context, String routeId) throws Exception {
        synchronized (startOfARoute) {
            if (!routesLeftAlone) {
                context.getRouteController().startRoute(routeId);
            }
        }
    }

    private boolean mustPause(String routeId) {
        return outages.of(Server.DATABASE).isPresent()
                || routesByTrials.entrySet().stream()
                        .anyMatch(routes -> routes.getValue().contains(routeId)
                                && routes.getKey().pause());
    }

    @Override
    public void setCamelContext(CamelContext camelContext) {
        this.camelContext = camelContext;
    }

    @Override
    public @Nullable CamelContext getCamelContext() {
        return camelContext;
    }
}

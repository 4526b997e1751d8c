package bookstore.billing.operate;

import bookstore.billing.delivery.ConsumerContainers;
import bookstore.billing.delivery.ConsumerPause;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.CamelContext;
import org.apache.camel.Route;
import org.apache.camel.ServiceStatus;
import org.apache.camel.component.springrabbit.SpringRabbitMQEndpoint;
import org.apache.camel.spring.boot.CamelContextConfiguration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;

/**
 * DOWN while a route does not run that ran at the start, or has not all its consumers at its queue; with which one, why, and since
 * when that has been noticed. A route that pauses for a server is told from one that somebody has stopped; it stays UP where
 * orders are invoiced without that server.
 */
public final class RouteHealth implements HealthIndicator, CamelContextConfiguration {

    private final ConsumerPause pause;
    private final ConsumerContainers containers;
    private final Map<String, Noticed> noticed = new ConcurrentHashMap<>();
    private volatile @Nullable CamelContext context;
    private volatile List<String> expected = List.of();

    private record Noticed(String what, Instant since) {}

    public RouteHealth(ConsumerPause pause, ConsumerContainers containers) {
        this.pause = pause;
        this.containers = containers;
    }

    @Override
    public void beforeApplicationStart(CamelContext starting) {
        // no route runs yet
    }

    @Override
    public void afterApplicationStart(CamelContext started) {
        expected = started.getRoutes().stream()
                .filter(route -> !Boolean.FALSE.equals(route.isAutoStartup()))
                .map(Route::getId)
                .toList();
        context = started;
    }

    @Override
    public Health health() {
        CamelContext camel = context;
        if (camel == null) {
            return Health.down().withDetail("routes", "have not started yet").build();
        }
        var details = new TreeMap<String, Object>();
        Health.Builder health = Health.up();
        for (String route : expected) {
            String wrong = wrong(camel, route);
            if (wrong == null) {
                noticed.remove(route);
                details.put(route, "runs");
            } else {
                if (!pause.pausesForDispensable(route)) {
                    health.down();
                }
                details.put(route, wrong + ", noticed " + since(route, wrong));
            }
        }
        return health.withDetails(details).build();
    }

    private Instant since(String route, String wrong) {
        return noticed.merge(
                        route,
                        new Noticed(wrong, Instant.now()),
                        (before, now) -> before.what().equals(now.what()) ? before : now)
                .since();
    }

    /** @return null where it runs */
    private @Nullable String wrong(CamelContext camel, String id) {
        Route route = camel.getRoute(id);
        ServiceStatus status = camel.getRouteController().getRouteStatus(id);
        if (route == null || status == null) {
            return "is gone";
        }
        if (status == ServiceStatus.Started) {
            return route.getEndpoint() instanceof SpringRabbitMQEndpoint endpoint ? unattached(endpoint) : null;
        }
        if (status == ServiceStatus.Suspended && pause.hasSuspended(id)) {
            return "pauses for a server that is away";
        }
        return switch (status) {
            case Suspended -> "was suspended by somebody";
            case Stopped -> "was stopped by somebody";
            default -> "is " + status;
        };
    }

    private @Nullable String unattached(SpringRabbitMQEndpoint endpoint) {
        return containers.attached(endpoint) < endpoint.getConcurrentConsumers()
                ? "has not all of its " + endpoint.getConcurrentConsumers() + " consumers at " + endpoint.getQueues()
                : null;
    }
}

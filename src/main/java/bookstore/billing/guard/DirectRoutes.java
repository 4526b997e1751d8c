package bookstore.billing.guard;

import java.util.Optional;
import org.apache.camel.model.RouteDefinition;

/** Where a route goes on in another one. */
final class DirectRoutes {

    private static final String DIRECT = "direct";

    private DirectRoutes() {}

    /** The route behind a {@code direct:} step; empty where the step is none, and where nobody knows the route. */
    static Optional<ExaminedRoute> target(Step step, ExaminedRoute from) {
        EndpointAddress to = step.address();
        if (!to.scheme().equals(DIRECT)) {
            return Optional.empty();
        }
        Surroundings surroundings = from.surroundings();
        String name = from.value(to.path());
        return surroundings.routes().stream()
                .filter(route -> isFrom(name, route))
                .findFirst()
                .map(route -> new ExaminedRoute(route, surroundings));
    }

    private static boolean isFrom(String name, RouteDefinition route) {
        EndpointAddress from = EndpointAddress.of(route.getInput().getEndpointUri());
        return from.scheme().equals(DIRECT) && from.path().equals(name);
    }
}

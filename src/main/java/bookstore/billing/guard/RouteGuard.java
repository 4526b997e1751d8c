package bookstore.billing.guard;

import java.util.List;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.NamedNode;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.spi.RoutePolicy;
import org.apache.camel.spi.RoutePolicyFactory;
import org.jspecify.annotations.Nullable;

/**
 * Examines each route when it is made, whatever file, API or console it comes from. Camel asks policies' factories then,
 * and nothing that a route says keeps it from that.
 */
final class RouteGuard implements RoutePolicyFactory {

    /** @throws RefusedRouteException where the route breaks a rule and does not waive it */
    @Override
    public @Nullable RoutePolicy createRoutePolicy(CamelContext context, String id, NamedNode node) {
        if (node instanceof RouteDefinition route) {
            Surroundings surroundings = new RegistryBeans(context);
            List<Finding> findings = Stream.concat(Stream.of(route), callers(route, surroundings))
                    .flatMap(each -> Examination.ofSafety(each, surroundings).findings().stream())
                    .toList();
            if (!findings.isEmpty()) {
                throw new RefusedRouteException(findings);
            }
        }
        // no policy is needed: the route is as it should be
        return null;
    }

    /** The consumers whose messages come here: an edit of this route alone may break theirs. */
    private static Stream<RouteDefinition> callers(RouteDefinition route, Surroundings surroundings) {
        return surroundings.routes().stream().filter(other -> {
            var caller = new ExaminedRoute(other, surroundings);
            return caller.consumesQueue() && caller.calls(route);
        });
    }
}

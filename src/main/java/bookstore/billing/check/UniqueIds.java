package bookstore.billing.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.RouteDefinition;

/** A route's id is its own among all files, a step's among those of its route and all routes' ids. */
final class UniqueIds {

    private static final String RULE = "unique-id";

    private UniqueIds() {}

    static List<Problem> problems(Map<YamlFile, List<RouteDefinition>> files) {
        List<Problem> problems = new ArrayList<>();
        Map<String, YamlFile> seen = new HashMap<>();
        Set<String> routeIds = files.values().stream()
                .flatMap(List::stream)
                .filter(RouteDefinition::hasCustomIdAssigned)
                .map(RouteDefinition::getRouteId)
                .collect(Collectors.toSet());
        files.forEach((file, routes) -> {
            var places = new StepPlaces(file);
            for (RouteDefinition route : routes) {
                YamlFile other = route.hasCustomIdAssigned() ? seen.putIfAbsent(route.getRouteId(), file) : null;
                if (other != null) {
                    problems.add(file.problem(
                            places.of(route.getLineNumber(), route.getRouteId(), "id"),
                            RULE,
                            "the route %s is in %s as well: one replaces the other"
                                    .formatted(route.getRouteId(), other.path())));
                }
                steps(route, new HashSet<>(routeIds), file, places, problems);
            }
        });
        return problems;
    }

    private static void steps(
            ProcessorDefinition<?> from, Set<String> ids, YamlFile file, StepPlaces places, List<Problem> problems) {
        for (ProcessorDefinition<?> step : from.getOutputs()) {
            if (step.hasCustomIdAssigned() && !ids.add(step.getId())) {
                problems.add(file.problem(
                        places.of(step.getLineNumber(), step.getId(), "id"),
                        RULE,
                        "the id %s is another step's of this route, or a route's: Camel refuses it, or nobody can tell which is meant"
                                .formatted(step.getId())));
            }
            steps(step, ids, file, places, problems);
        }
    }
}

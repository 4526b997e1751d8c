package bookstore.billing.check;

import bookstore.billing.guard.Waivers;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;

/** An item of a file's top level, and what it waives. */
final class RouteItem {

    private final Node node;
    private final Place place;
    private final String id;
    private final Waivers waivers;
    private final Set<String> used = new HashSet<>();

    RouteItem(Node node) {
        NodeTuple route = YamlNodes.entry(node, "route");
        Node value = route == null ? node : route.getValueNode();
        String written = YamlNodes.text(value, "id");
        this.node = node;
        this.place = Place.of(route == null ? node : route.getKeyNode());
        this.id = written == null ? "" : written;
        this.waivers = Waivers.of(YamlNodes.text(value, "note"));
    }

    Node node() {
        return node;
    }

    Place place() {
        return place;
    }

    /** The route's; empty where it has none. */
    String id() {
        return id;
    }

    /** Those that are not waived. */
    List<Problem> left(List<Problem> problems) {
        problems.stream().map(Problem::rule).filter(waivers::waive).forEach(used::add);
        return problems.stream()
                .filter(problem -> !waivers.waive(problem.rule()))
                .toList();
    }

    void used(Set<String> rules) {
        used.addAll(rules);
    }

    /** Waivers that waive nothing: what they excused has been mended, and the next one would be excused unseen. */
    List<Problem> needless(YamlFile file, Set<String> rules) {
        return waivers.reasons().keySet().stream()
                .filter(rule -> !rules.contains(rule) || waivers.waive(rule) && !used.contains(rule))
                .map(rule -> file.problem(
                        place,
                        Waivers.RULE,
                        rules.contains(rule)
                                ? "guard.waive." + rule + " waives what the route does not break"
                                : "guard.waive." + rule + " names no rule"))
                .toList();
    }
}

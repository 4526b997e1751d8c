package bookstore.billing.guard;

import java.util.ArrayList;
import java.util.List;
import org.apache.camel.NamedNode;
import org.apache.camel.model.RouteDefinition;
import org.jspecify.annotations.Nullable;

/** What one rule finds in one route. */
final class Report {

    private final Rule rule;
    private final RouteDefinition route;
    private final List<Finding> findings = new ArrayList<>();
    private @Nullable String notChecked;

    Report(Rule rule, ExaminedRoute route) {
        this.rule = rule;
        this.route = route.definition();
    }

    void route(String text) {
        findings.add(new Finding(
                rule.id(), file(route.getInput()), route.getLineNumber(), route.getRouteId(), null, null, text));
    }

    void input(String option, String text) {
        node(route.getInput(), option, text);
    }

    void step(Step step, String text) {
        node(step.definition(), null, text);
    }

    void step(Step step, String option, String text) {
        node(step.definition(), option, text);
    }

    void node(NamedNode node, @Nullable String option, String text) {
        findings.add(new Finding(
                rule.id(),
                file(node),
                node.getLineNumber() > 0 ? node.getLineNumber() : route.getLineNumber(),
                route.getRouteId(),
                node.getId() == null ? node.getShortName() : node.getId(),
                option,
                text));
    }

    /** The rule needs what is not there, such as a server or the beans themselves. */
    void notChecked(String why) {
        notChecked = "route " + route.getRouteId() + ": " + rule.id() + " is not checked: " + why;
    }

    List<Finding> findings() {
        return findings;
    }

    @Nullable
    String notChecked() {
        return notChecked;
    }

    private @Nullable String file(@Nullable NamedNode node) {
        String location = node == null || node.getLocation() == null ? route.getLocation() : node.getLocation();
        return location == null ? null : location.replaceFirst("^file:", "");
    }
}

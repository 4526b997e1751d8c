package bookstore.billing.guard;

import java.util.List;
import org.apache.camel.model.OptionalIdentifiedDefinition;
import org.jspecify.annotations.Nullable;

/** What people and tools need to tell steps apart; no application refuses a route for it. */
final class FormRules {

    private FormRules() {}

    static List<Rule> all() {
        return List.of(new Rule("step-id", FormRules::id), new Rule("step-description", FormRules::description));
    }

    private static void id(ExaminedRoute route, Report report) {
        String text = " has no id: metrics, logs and the route's diagram cannot name it";
        if (!route.definition().hasCustomIdAssigned()) {
            report.route("the route" + text);
        }
        if (!route.definition().getInput().hasCustomIdAssigned()) {
            report.input("id", "from" + text);
        }
        for (Step step : route.ownSteps()) {
            if (!step.definition().hasCustomIdAssigned()) {
                report.step(step, step.kind() + text);
            }
        }
    }

    private static void description(ExaminedRoute route, Report report) {
        String text = " has no description: a reader cannot tell what it is for";
        if (isBlank(route.definition())) {
            report.route("the route" + text);
        }
        if (isBlank(route.definition().getInput())) {
            report.input("description", "from" + text);
        }
        for (Step step : route.ownSteps()) {
            if (isBlank(step.definition())) {
                report.step(step, step.kind() + text);
            }
        }
    }

    private static boolean isBlank(OptionalIdentifiedDefinition<?> step) {
        @Nullable String text = step.getDescription();
        return text == null || text.isBlank();
    }
}

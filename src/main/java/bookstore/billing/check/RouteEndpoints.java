package bookstore.billing.check;

import bookstore.billing.guard.EndpointAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.NamedNode;
import org.apache.camel.model.EndpointRequiredDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.RouteDefinition;
import org.jspecify.annotations.Nullable;

/** The endpoints of a file's routes, held against what their components know. */
record RouteEndpoints(YamlFile file, StepPlaces places, EndpointOptions options, Settings settings) {

    static final String RULE = "endpoint-option";

    List<Problem> problems(RouteDefinition route) {
        List<Problem> problems = new ArrayList<>();
        add(route.getInput(), route.getInput().getEndpointUri(), true, problems);
        walk(route, problems);
        return problems;
    }

    private void walk(ProcessorDefinition<?> from, List<Problem> problems) {
        for (ProcessorDefinition<?> step : from.getOutputs()) {
            if (step instanceof EndpointRequiredDefinition to) {
                add(step, to.getEndpointUri(), false, problems);
            }
            walk(step, problems);
        }
    }

    private void add(NamedNode step, @Nullable String uri, boolean consumer, List<Problem> problems) {
        EndpointAddress address = EndpointAddress.of(uri);
        String scheme = settings.resolved(address.scheme());
        if (scheme.contains("{{") || scheme.contains("$")) {
            return;
        }
        if (!options.has(scheme)) {
            add(step, "uri", "the application has no component " + scheme, problems);
            return;
        }
        for (Map.Entry<String, Object> option : address.options().entrySet()) {
            String value = settings.resolved(String.valueOf(option.getValue()));
            options.problem(scheme, option.getKey(), value, consumer)
                    .ifPresent(text -> add(step, option.getKey(), text, problems));
        }
    }

    private void add(NamedNode step, String option, String text, List<Problem> problems) {
        problems.add(file.problem(places.of(step.getLineNumber(), step.getId(), option), RULE, text));
    }
}

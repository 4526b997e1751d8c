package bookstore.billing.guard;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.model.IdempotentConsumerDefinition;
import org.apache.camel.model.OptionalIdentifiedDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.ToDefinition;
import org.jspecify.annotations.Nullable;

/**
 * A route as the rules look at it: with the routes that it calls by {@code direct:}, since a message's work goes through
 * them all. Each of those is followed once; at a second call it is a step like any other.
 */
final class ExaminedRoute {

    private final RouteDefinition definition;
    private final Surroundings surroundings;
    private final List<Step> steps = new ArrayList<>();
    private final List<Step> own = new ArrayList<>();
    private final Set<Step> calls = new HashSet<>();
    private final Set<RouteDefinition> routes = new HashSet<>();

    ExaminedRoute(RouteDefinition definition, Surroundings surroundings) {
        this.definition = definition;
        this.surroundings = surroundings;
        routes.add(definition);
        collect(definition, null, true);
    }

    private void collect(OptionalIdentifiedDefinition<?> from, @Nullable Step parent, boolean isOwn) {
        for (OptionalIdentifiedDefinition<?> output : Step.outputs(from)) {
            Step step = new Step(output, parent);
            steps.add(step);
            if (isOwn) {
                own.add(step);
            }
            collect(output, step, isOwn);
            called(step).filter(routes::add).ifPresent(route -> {
                calls.add(step);
                collect(route, step, false);
            });
        }
    }

    private Optional<RouteDefinition> called(Step step) {
        String name = step.definition() instanceof ToDefinition ? direct(step.address()) : null;
        return name == null
                ? Optional.empty()
                : surroundings.routes().stream()
                        .filter(route -> name.equals(
                                direct(EndpointAddress.of(route.getInput().getEndpointUri()))))
                        .findFirst();
    }

    private @Nullable String direct(EndpointAddress address) {
        return address.scheme().equals("direct") ? value(address.path()) : null;
    }

    /** Whether messages come from this route to the other one. */
    boolean calls(RouteDefinition other) {
        return other != definition && routes.contains(other);
    }

    /** The route that the step calls. */
    Optional<ExaminedRoute> target(Step step) {
        return called(step).map(route -> new ExaminedRoute(route, surroundings));
    }

    /** Whether nothing comes of the step itself; those that stand in it are looked at themselves. */
    boolean isWithoutEffect(Step step) {
        return calls.contains(step) || EffectFree.contains(step);
    }

    RouteDefinition definition() {
        return definition;
    }

    Surroundings surroundings() {
        return surroundings;
    }

    /** In the order in which they run, each before those that stand in it or are called by it. */
    List<Step> steps() {
        return steps;
    }

    /** Without those of the routes that it calls. */
    List<Step> ownSteps() {
        return own;
    }

    /** The idempotentConsumers. */
    List<Step> blocks() {
        return steps.stream().filter(Step::isBlock).toList();
    }

    Optional<Step> transaction() {
        return steps.stream().filter(Step::isTransaction).findFirst();
    }

    EndpointAddress input() {
        return EndpointAddress.of(definition.getInput().getEndpointUri());
    }

    boolean consumesQueue() {
        return input().scheme().equals("spring-rabbitmq");
    }

    /** Whether a message's work may pass here: routes that a timer starts do theirs again anyway. */
    boolean carriesMessages() {
        return consumesQueue()
                || own.stream().anyMatch(step -> step.isBlock() || step.isTransaction())
                || input().scheme().equals("direct");
    }

    /** The name of the bean that a block has as its inbox. */
    String inboxBean(Step block) {
        String name = ((IdempotentConsumerDefinition) block.definition()).getIdempotentRepository();
        return name == null ? "" : value(name).replaceFirst("^#(bean:)?", "");
    }

    Optional<Inbox> inbox(Step block) {
        return surroundings.inbox(inboxBean(block));
    }

    /** That of an inbox whose bean nobody knows is the usual one. */
    Shape shape(Step block) {
        return inbox(block).map(Inbox::shape).orElse(Shape.TRANSACTION);
    }

    List<Step> blocks(Shape shape) {
        return blocks().stream().filter(block -> shape(block) == shape).toList();
    }

    /** A value of the file as it comes to apply. */
    String value(String text) {
        return surroundings.resolved(text);
    }
}

package bookstore.billing.guard;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.camel.model.IdempotentConsumerDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.TransactedDefinition;
import org.jspecify.annotations.Nullable;

/** A route as the rules look at it. */
final class ExaminedRoute {

    private final RouteDefinition definition;
    private final Surroundings surroundings;
    private final List<Step> steps = new ArrayList<>();

    ExaminedRoute(RouteDefinition definition, Surroundings surroundings) {
        this.definition = definition;
        this.surroundings = surroundings;
        collect(definition, null);
    }

    private void collect(ProcessorDefinition<?> from, @Nullable Step parent) {
        for (ProcessorDefinition<?> output : from.getOutputs()) {
            Step step = new Step(output, parent);
            steps.add(step);
            collect(output, step);
        }
    }

    RouteDefinition definition() {
        return definition;
    }

    Surroundings surroundings() {
        return surroundings;
    }

    /** In the order of the file, each before those that stand in it. */
    List<Step> steps() {
        return steps;
    }

    /** The idempotentConsumers. */
    List<Step> blocks() {
        return steps.stream().filter(Step::isBlock).toList();
    }

    Optional<Step> transaction() {
        return steps.stream()
                .filter(step -> step.definition() instanceof TransactedDefinition)
                .findFirst();
    }

    EndpointAddress input() {
        return EndpointAddress.of(definition.getInput().getEndpointUri());
    }

    boolean consumesQueue() {
        return input().scheme().equals("spring-rabbitmq");
    }

    /** Whether messages come in here, and not from another route. */
    boolean isEntered() {
        return !input().scheme().equals("direct");
    }

    /** Whether a message's work may pass here: routes that a timer starts do theirs again anyway. */
    boolean carriesMessages() {
        return consumesQueue() || !blocks().isEmpty() || transaction().isPresent() || !isEntered();
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

package bookstore.billing.guard;

import java.util.Optional;
import org.apache.camel.model.EndpointRequiredDefinition;
import org.apache.camel.model.ExpressionNode;
import org.apache.camel.model.IdempotentConsumerDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.TransactedDefinition;
import org.apache.camel.model.language.ExpressionDefinition;
import org.jspecify.annotations.Nullable;

/**
 * A step of a route, and what it stands in.
 *
 * @param parent null at the top of the route
 */
record Step(ProcessorDefinition<?> definition, @Nullable Step parent) {

    /** The word that the YAML has for it. */
    String kind() {
        return definition.getShortName();
    }

    boolean isBlock() {
        return definition instanceof IdempotentConsumerDefinition;
    }

    /** Whether it stands inside an inbox's block. */
    boolean isInBlock() {
        return isBelow(IdempotentConsumerDefinition.class);
    }

    boolean isInTransaction() {
        return isBelow(TransactedDefinition.class);
    }

    boolean isBelow(Step other) {
        for (Step step = parent; step != null; step = step.parent) {
            if (step == other) {
                return true;
            }
        }
        return false;
    }

    private boolean isBelow(Class<?> kind) {
        for (Step step = parent; step != null; step = step.parent) {
            if (kind.isInstance(step.definition)) {
                return true;
            }
        }
        return false;
    }

    /** Of a step that is no endpoint, one without a scheme. */
    EndpointAddress address() {
        return EndpointAddress.of(definition instanceof EndpointRequiredDefinition to ? to.getEndpointUri() : null);
    }

    Optional<Call> call() {
        return Call.of(definition, address());
    }

    @Nullable
    ExpressionDefinition expression() {
        return definition instanceof ExpressionNode node ? node.getExpression() : null;
    }
}

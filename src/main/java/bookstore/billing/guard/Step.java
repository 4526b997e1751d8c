package bookstore.billing.guard;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.camel.model.BasicExpressionNode;
import org.apache.camel.model.ChoiceDefinition;
import org.apache.camel.model.DisabledAwareDefinition;
import org.apache.camel.model.EndpointRequiredDefinition;
import org.apache.camel.model.ExpressionNode;
import org.apache.camel.model.IdempotentConsumerDefinition;
import org.apache.camel.model.OptionalIdentifiedDefinition;
import org.apache.camel.model.OutputNode;
import org.apache.camel.model.TransactedDefinition;
import org.apache.camel.model.TryDefinition;
import org.apache.camel.model.language.ExpressionDefinition;
import org.jspecify.annotations.Nullable;

/**
 * A step of a route, and what it stands in.
 *
 * @param parent null at the top of the route
 */
record Step(OptionalIdentifiedDefinition<?> definition, @Nullable Step parent) {

    /** The word that the YAML has for it. */
    String kind() {
        return definition.getShortName();
    }

    /** With the branches of a choice and of a doTry, which Camel's own lists leave out, and with them what they ask. */
    List<? extends OptionalIdentifiedDefinition<?>> outputs() {
        return outputs(definition);
    }

    static List<? extends OptionalIdentifiedDefinition<?>> outputs(OptionalIdentifiedDefinition<?> from) {
        if (from instanceof ChoiceDefinition choice) {
            List<OptionalIdentifiedDefinition<?>> branches = new ArrayList<>(choice.getWhenClauses());
            if (choice.getOtherwise() != null) {
                branches.add(choice.getOtherwise());
            }
            return branches;
        }
        if (from instanceof TryDefinition tried) {
            List<OptionalIdentifiedDefinition<?>> branches = new ArrayList<>(tried.getOutputs());
            Stream.concat(tried.getCatchClauses().stream(), Stream.ofNullable(tried.getFinallyClause()))
                    .filter(branch -> !branches.contains(branch))
                    .forEach(branches::add);
            return branches;
        }
        return from instanceof OutputNode node ? node.getOutputs() : List.of();
    }

    boolean isBlock() {
        return definition instanceof IdempotentConsumerDefinition;
    }

    boolean isTransaction() {
        return definition instanceof TransactedDefinition;
    }

    /** Whether it stands inside an inbox's block. */
    boolean isInBlock() {
        return isBelow(IdempotentConsumerDefinition.class);
    }

    boolean isInTransaction() {
        return transaction().isPresent();
    }

    /** The one that it stands in. */
    Optional<Step> transaction() {
        for (Step step = parent; step != null; step = step.parent) {
            if (step.isTransaction()) {
                return Optional.of(step);
            }
        }
        return Optional.empty();
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
        if (definition instanceof BasicExpressionNode<?> branch) {
            return branch.getExpression();
        }
        return definition instanceof ExpressionNode node ? node.getExpression() : null;
    }

    /** As the file has it. */
    @Nullable
    String disabled() {
        return definition instanceof DisabledAwareDefinition step ? step.getDisabled() : null;
    }
}

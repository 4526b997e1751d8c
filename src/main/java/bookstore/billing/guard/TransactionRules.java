package bookstore.billing.guard;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.Predicate;
import org.apache.camel.builder.DeadLetterChannelBuilder;
import org.apache.camel.model.CircuitBreakerDefinition;
import org.apache.camel.model.ExpressionSubElementDefinition;
import org.apache.camel.model.OnExceptionDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.RollbackDefinition;
import org.apache.camel.model.TransactedDefinition;
import org.apache.camel.model.TryDefinition;
import org.apache.camel.model.errorhandler.DeadLetterChannelDefinition;
import org.apache.camel.model.errorhandler.RefErrorHandlerDefinition;
import org.jspecify.annotations.Nullable;

/** Inbox row and work commit together or not at all, and a failure always reaches the rollback. */
final class TransactionRules {

    private static final Set<String> POLICIES = Set.of("PROPAGATION_REQUIRED");

    private TransactionRules() {}

    static List<Rule> all() {
        return List.of(
                new Rule("not-transacted", TransactionRules::notTransacted),
                new Rule("block-outside-transaction", TransactionRules::blockOutside),
                new Rule("transaction-policy", TransactionRules::policy),
                new Rule("same-database", TransactionRules::sameDatabase),
                new Rule("handled-exception", TransactionRules::handled),
                new Rule("caught-exception", TransactionRules::caught),
                new Rule("dead-letter-channel", TransactionRules::deadLetterChannel));
    }

    private static void notTransacted(ExaminedRoute route, Report report) {
        if (route.transaction().isEmpty()) {
            route.blocks(Shape.TRANSACTION)
                    .forEach(block -> report.step(
                            block,
                            "the route is not transacted: a crash between the inbox row and the work makes the"
                                    + " redelivery a duplicate of nothing"));
        }
    }

    private static void blockOutside(ExaminedRoute route, Report report) {
        if (route.transaction().isPresent()) {
            route.blocks(Shape.TRANSACTION).stream()
                    .filter(block -> !block.isInTransaction())
                    .forEach(
                            block -> report.step(
                                    block,
                                    "the inbox's block stands outside the transaction: its row commits, or goes, without the work"));
        }
    }

    private static void policy(ExaminedRoute route, Report report) {
        route.steps().stream().filter(Step::isTransaction).forEach(step -> {
            String ref = ref(step);
            if (ref != null && !POLICIES.contains(ref)) {
                report.step(
                        step,
                        "ref",
                        "the transaction's policy is " + String.join(" or ", POLICIES)
                                + ": another one may open no transaction, or one that the inbox is not part of");
            }
        });
    }

    private static void sameDatabase(ExaminedRoute route, Report report) {
        for (Step block : route.blocks(Shape.TRANSACTION)) {
            String ref = block.transaction().map(TransactionRules::ref).orElse(null);
            Optional<Boolean> same = route.surroundings().isOnTransactionsDatabase(route.inboxBean(block), ref);
            if (same.isEmpty()) {
                report.notChecked("it takes the beans of a running application");
            } else if (!same.get()) {
                report.step(
                        block,
                        "idempotentRepository",
                        "the inbox writes to another database than the transaction's: its row commits by itself");
            }
        }
        if (!route.blocks().isEmpty()) {
            route.steps().stream()
                    .filter(step -> step.address().option("dataSource") != null)
                    .forEach(step -> report.step(
                            step,
                            "dataSource",
                            "the statement names a database of its own, which the transaction does not reach"));
        }
    }

    private static void handled(ExaminedRoute route, Report report) {
        if (!route.carriesMessages()) {
            return;
        }
        for (Step step : route.steps()) {
            if (step.definition() instanceof OnExceptionDefinition on) {
                boolean handled = isTrue(on.getHandled()) || isTrue(on.getHandledPolicy());
                boolean swallows = handled || isTrue(on.getContinued()) || isTrue(on.getContinuedPolicy());
                if (swallows && !(route.transaction().isPresent() && rollsBack(on))) {
                    report.step(
                            step,
                            handled ? "handled" : "continued",
                            "an exception that is handled commits what was done so far, with the message as processed");
                }
            }
        }
    }

    private static boolean isTrue(@Nullable ExpressionSubElementDefinition predicate) {
        return predicate != null
                && predicate.getExpressionType() != null
                && !"false".equals(predicate.getExpressionType().getExpression());
    }

    /** What Java's language has in the place of the element. */
    private static boolean isTrue(@Nullable Predicate policy) {
        return policy != null && !"false".equals(policy.toString());
    }

    private static boolean rollsBack(ProcessorDefinition<?> step) {
        return step.getOutputs().stream()
                .anyMatch(output ->
                        output instanceof RollbackDefinition rollback && "true".equals(rollback.getMarkRollbackOnly()));
    }

    private static void caught(ExaminedRoute route, Report report) {
        if (!route.carriesMessages()) {
            return;
        }
        for (Step step : route.steps()) {
            boolean catches =
                    step.definition() instanceof TryDefinition || step.definition() instanceof CircuitBreakerDefinition;
            if (catches && !AtMostOnceRules.isTryBehindTake(step, route)) {
                report.step(
                        step,
                        step.kind()
                                + " keeps a failure from the rollback: what was done so far commits, and after an SQL"
                                + " error nothing does, without a word");
            }
        }
    }

    private static void deadLetterChannel(ExaminedRoute route, Report report) {
        Object handler = route.definition().getErrorHandlerFactory();
        if (route.carriesMessages()
                && (handler instanceof DeadLetterChannelDefinition
                        || handler instanceof DeadLetterChannelBuilder
                        || handler instanceof RefErrorHandlerDefinition named && !isCamelsDefault(named))) {
            report.route("an error handler that moves a failed message commits what was done so far;"
                    + " where a failed message goes is decided behind the rollback");
        }
    }

    private static boolean isCamelsDefault(RefErrorHandlerDefinition named) {
        return RefErrorHandlerDefinition.DEFAULT_ERROR_HANDLER_BUILDER.equals(named.getRef());
    }

    private static @Nullable String ref(Step transaction) {
        return ((TransactedDefinition) transaction.definition()).getRef();
    }
}

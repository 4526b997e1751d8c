package bookstore.billing.guard;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.model.SetVariableDefinition;
import org.apache.camel.model.TryDefinition;
import org.apache.camel.model.language.ConstantExpression;
import org.apache.camel.model.language.ExpressionDefinition;

/**
 * The shape of a mail that is sent at most once: a transaction of its own takes the message, which is the inbox row and the
 * variable {@code taken}; when it has committed, the mail gets one try where {@code taken} is true.
 */
final class AtMostOnceRules {

    private static final String TAKEN = "taken";

    private static final String IS_TAKEN = "${variable.taken} == true";

    /** What may be lost. Everything else is done with its inbox row or not at all. */
    private static final Set<String> MAIL = Set.of("smtp", "smtps");

    private AtMostOnceRules() {}

    static List<Rule> all() {
        return List.of(new Rule("at-most-once", AtMostOnceRules::examine));
    }

    private static void examine(ExaminedRoute route, Report report) {
        for (Step take : takes(route)) {
            if (!isTake(take)) {
                report.step(
                        take,
                        "the variable taken is set to the constant true in an inbox's block inside a transaction, and nowhere"
                                + " else: it says that this delivery's row has committed");
            }
        }
        Optional<Step> take = take(route);
        take.flatMap(Step::transaction).ifPresent(transaction -> route.steps().stream()
                .filter(step -> step.isBelow(transaction) && !route.isWithoutEffect(step))
                .forEach(step -> report.step(
                        step,
                        "a transaction that takes a message for one try holds the inbox row alone: what is done in it is"
                                + " done before the row has committed, and again when that fails")));
        route.steps().stream()
                .filter(step -> isMailBehindTake(step, route) && !isLossCounted(step))
                .forEach(step -> report.step(
                        step,
                        "a mail that gets one try stands in a doTry whose doCatch of java.lang.Exception calls lost:"
                                + " otherwise nobody hears of one that was not sent"));
    }

    /** Whether the step sends a mail, and runs for a delivery alone whose inbox row has committed. */
    static boolean isMailBehindTake(Step step, ExaminedRoute route) {
        return MAIL.contains(step.address().scheme()) && isBehindTake(step, route);
    }

    /** Whether what the doTry catches comes behind the commit, and cannot keep a failure from a rollback. */
    static boolean isTryBehindTake(Step step, ExaminedRoute route) {
        return step.definition() instanceof TryDefinition
                && isBehindTake(step, route)
                && route.steps().stream()
                        .noneMatch(other -> other.isBelow(step) && (other.isBlock() || other.isTransaction()));
    }

    private static boolean isBehindTake(Step step, ExaminedRoute route) {
        Step take = take(route).orElse(null);
        return take != null
                && !step.isInTransaction()
                && route.steps().indexOf(take) < route.steps().indexOf(step)
                && route.steps().stream().anyMatch(other -> step.isBelow(other) && asksWhetherTaken(other));
    }

    private static boolean asksWhetherTaken(Step step) {
        ExpressionDefinition asked = step.expression();
        return Set.of("when", "filter").contains(step.kind())
                && asked != null
                && asked.getLanguage().equals("simple")
                && IS_TAKEN.equals(asked.getExpression());
    }

    /** The one place that sets the variable; empty where there are others, since nobody knows then what it says. */
    private static Optional<Step> take(ExaminedRoute route) {
        List<Step> takes = takes(route);
        return takes.size() == 1 && isTake(takes.get(0)) ? Optional.of(takes.get(0)) : Optional.empty();
    }

    private static List<Step> takes(ExaminedRoute route) {
        return route.steps().stream()
                .filter(step -> InboxRules.changes(TAKEN, step))
                .toList();
    }

    private static boolean isTake(Step step) {
        return step.definition() instanceof SetVariableDefinition set
                && set.getExpression() instanceof ConstantExpression constant
                && "true".equals(constant.getExpression())
                && step.parent() != null
                && step.parent().isBlock()
                && step.isInTransaction();
    }

    private static boolean isLossCounted(Step mail) {
        for (Step step = mail.parent(); step != null; step = step.parent()) {
            if (step.definition() instanceof TryDefinition tried) {
                return tried.getCatchClauses().stream()
                        .filter(caught -> caught.getExceptions().contains(Exception.class.getName()))
                        .flatMap(caught -> caught.getOutputs().stream())
                        .flatMap(output -> new Step(output, null).call().stream())
                        .anyMatch(call -> call.method().equals("lost"));
            }
        }
        return false;
    }
}

package bookstore.billing.guard;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.camel.model.RemoveVariableDefinition;
import org.apache.camel.model.SetVariableDefinition;
import org.apache.camel.model.SetVariablesDefinition;
import org.apache.camel.model.ToDefinition;
import org.apache.camel.model.language.ExpressionDefinition;

/** Which messages an inbox knows again, and for whom. */
final class InboxRules {

    /** What may be a message's id; a reader sets it, and it is null, and so refused, where the message has none. */
    private static final Set<String> MESSAGE_IDS = Set.of("${variable.messageId}");

    private static final Pattern EACH = Pattern.compile("\\s*,\\s*");

    private InboxRules() {}

    static List<Rule> all() {
        return List.of(
                new Rule("no-inbox", InboxRules::noInbox),
                new Rule("inbox-repository", InboxRules::repository),
                new Rule("own-inbox", InboxRules::ownInbox),
                new Rule("message-id-source", InboxRules::messageId));
    }

    private static void noInbox(ExaminedRoute route, Report report) {
        if (!route.consumesQueue() || !route.blocks().isEmpty()) {
            return;
        }
        route.steps().stream()
                .filter(step -> !route.isWithoutEffect(step))
                .findFirst()
                .ifPresent(step -> report.step(
                        step, "the route takes messages of a queue and has no inbox: this step runs for every copy"));
    }

    private static void repository(ExaminedRoute route, Report report) {
        for (Step block : route.blocks()) {
            String bean = route.inboxBean(block);
            if (route.surroundings().knows(bean) && route.inbox(block).isEmpty()) {
                report.step(
                        block,
                        "idempotentRepository",
                        bean + " is no inbox of ours: of two copies at the same moment both may pass, or one fails");
            } else if (!route.surroundings().knows(bean)) {
                report.notChecked("nothing is known of the bean " + bean);
            }
        }
    }

    private static void ownInbox(ExaminedRoute route, Report report) {
        if (!route.consumesQueue()) {
            return;
        }
        String queues = route.input().option("queues");
        Set<String> consumed = Set.of(EACH.split(queues == null ? "" : route.value(queues)));
        for (Step block : route.blocks()) {
            Inbox inbox = route.inbox(block).orElse(null);
            if (inbox == null) {
                report.notChecked("nothing is known of the bean " + route.inboxBean(block));
            } else if (!consumed.equals(Set.of(inbox.queue()))) {
                report.step(
                        block,
                        "idempotentRepository",
                        "the inbox of %s is for the queue %s alone: what one consumer has done, another one would skip"
                                .formatted(inbox.consumer(), inbox.queue()));
            }
        }
    }

    private static void messageId(ExaminedRoute route, Report report) {
        for (Step block : route.blocks()) {
            ExpressionDefinition id = block.expression();
            if (id == null || !id.getLanguage().equals("simple") || !MESSAGE_IDS.contains(id.getExpression())) {
                report.step(
                        block,
                        "expression",
                        "the message id is one of " + String.join(", ", MESSAGE_IDS)
                                + ": an expression that adds text is never null, and all messages without an id share one");
            } else if (!route.input().scheme().equals("direct") && !isReadBefore(block, route)) {
                // of a route that others call, it is those that must have read it
                report.step(block, "expression", "no step before the inbox reads the message's id");
            }
        }
        if (!route.blocks().isEmpty()) {
            route.steps().stream()
                    .filter(step -> changes("messageId", step))
                    .forEach(step -> report.step(step, "the variable messageId is the reader's: nothing else sets it"));
        }
    }

    /** On the way to it, and not in a branch beside it. */
    private static boolean isReadBefore(Step block, ExaminedRoute route) {
        for (Step step : route.steps()) {
            if (step == block) {
                return false;
            }
            boolean onTheWay = step.parent() == null || block.isBelow(step.parent());
            if (onTheWay
                    && step.call()
                            .map(Call::name)
                            .filter(EffectFree.READERS::contains)
                            .isPresent()) {
                return true;
            }
        }
        return false;
    }

    static boolean changes(String variable, Step step) {
        if (step.definition() instanceof SetVariableDefinition set) {
            return variable.equals(set.getName());
        }
        if (step.definition() instanceof SetVariablesDefinition set) {
            return set.getVariables() != null
                    && set.getVariables().stream().anyMatch(one -> variable.equals(one.getName()));
        }
        if (step.definition() instanceof RemoveVariableDefinition removed) {
            return removed.getName() != null && (removed.getName().contains("*") || variable.equals(removed.getName()));
        }
        return step.definition() instanceof ToDefinition to && variable.equals(to.getVariableReceive());
    }
}

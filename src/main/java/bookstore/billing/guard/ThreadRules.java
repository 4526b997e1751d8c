package bookstore.billing.guard;

import java.util.List;
import java.util.Set;
import org.apache.camel.model.MulticastDefinition;
import org.apache.camel.model.RecipientListDefinition;
import org.apache.camel.model.SplitDefinition;
import org.jspecify.annotations.Nullable;

/** A transaction, and a claim, belong to one thread; and no step of the protection is switched off. */
final class ThreadRules {

    private static final Set<String> KINDS =
            Set.of("threads", "wireTap", "aggregate", "resequence", "saga", "loadBalance");

    private static final Set<String> SCHEMES = Set.of("seda", "vm", "disruptor", "disruptor-vm");

    private ThreadRules() {}

    static List<Rule> all() {
        return List.of(
                new Rule("other-thread", ThreadRules::otherThread), new Rule("disabled-step", ThreadRules::disabled));
    }

    private static void otherThread(ExaminedRoute route, Report report) {
        if (!route.carriesMessages()) {
            return;
        }
        for (Step step : route.steps()) {
            boolean leaves = KINDS.contains(step.kind())
                    || SCHEMES.contains(step.address().scheme())
                    || isTrue(parallel(step));
            if (leaves) {
                report.step(
                        step,
                        step.kind() + " goes on in another thread, where the transaction is not: what is done there"
                                + " stays when the message is rolled back");
            }
        }
    }

    private static @Nullable String parallel(Step step) {
        if (step.definition() instanceof SplitDefinition split) {
            return split.getParallelProcessing();
        }
        if (step.definition() instanceof MulticastDefinition multicast) {
            return multicast.getParallelProcessing();
        }
        return step.definition() instanceof RecipientListDefinition<?> list ? list.getParallelProcessing() : null;
    }

    private static void disabled(ExaminedRoute route, Report report) {
        if (!route.carriesMessages()) {
            return;
        }
        for (Step step : route.steps()) {
            String disabled = step.disabled();
            if (disabled != null && !"false".equals(route.value(disabled))) {
                report.step(
                        step,
                        "disabled",
                        "a step that is switched off protects nothing: take it out, and see what the other rules say");
            }
        }
    }

    private static boolean isTrue(@Nullable String text) {
        return text != null && !"false".equals(text);
    }
}

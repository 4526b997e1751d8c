package bookstore.billing.guard;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.apache.camel.model.IdempotentConsumerDefinition;
import org.jspecify.annotations.Nullable;

/** The options of an idempotentConsumer, and what may stand outside it. */
final class BlockRules {

    private BlockRules() {}

    static List<Rule> all() {
        return List.of(
                option(
                        "eager",
                        "eager",
                        IdempotentConsumerDefinition::getEager,
                        true,
                        true,
                        "the message id must be taken before the work: taken after it, two copies both do the work"),
                option(
                        "skip-duplicate",
                        "skipDuplicate",
                        IdempotentConsumerDefinition::getSkipDuplicate,
                        true,
                        true,
                        "a duplicate must be skipped: otherwise its work is done again"),
                option(
                        "completion-eager",
                        "completionEager",
                        IdempotentConsumerDefinition::getCompletionEager,
                        false,
                        false,
                        "the message is done when its exchange is, not at the end of the block"),
                option(
                        "remove-on-failure",
                        "removeOnFailure",
                        IdempotentConsumerDefinition::getRemoveOnFailure,
                        true,
                        false,
                        "a removal after the rollback can hit the row of a copy that has committed meanwhile"),
                new Rule("effect-outside-block", BlockRules::effectOutside));
    }

    private static Rule option(
            String id,
            String option,
            Function<IdempotentConsumerDefinition, @Nullable String> value,
            boolean camelsDefault,
            boolean right,
            String text) {
        return new Rule(id, (route, report) -> {
            for (Step block : route.blocks()) {
                String written = value.apply((IdempotentConsumerDefinition) block.definition());
                String is = written == null
                        ? Boolean.toString(camelsDefault)
                        : route.value(written).strip().toLowerCase(Locale.ROOT);
                if (!is.equals(Boolean.toString(right))) {
                    report.step(
                            block,
                            option,
                            "%s must be %s%s; %s"
                                    .formatted(option, right, written == null ? " and is not set" : "", text));
                }
            }
        });
    }

    private static void effectOutside(ExaminedRoute route, Report report) {
        if (route.blocks().isEmpty()) {
            return;
        }
        for (Step step : route.steps()) {
            if (!step.isInBlock() && !route.isWithoutEffect(step) && !AtMostOnceRules.isMailBehindTake(step, route)) {
                report.step(
                        step,
                        step.kind()
                                + " stands outside the inbox's block and is not on the list of steps without an effect:"
                                + " it runs for every copy");
            }
        }
    }
}

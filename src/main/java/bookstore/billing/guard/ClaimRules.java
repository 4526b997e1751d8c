package bookstore.billing.guard;

import java.util.List;
import java.util.Optional;
import org.apache.camel.model.OptionalIdentifiedDefinition;

/** The shape of a route that works under a claim: no transaction around the payment, and one that ends the claim. */
final class ClaimRules {

    private ClaimRules() {}

    static List<Rule> all() {
        return List.of(
                new Rule("claim-in-transaction", ClaimRules::inTransaction),
                new Rule("claim-finish", ClaimRules::finish),
                new Rule("claim-time-to-pay", ClaimRules::timeToPay));
    }

    private static void inTransaction(ExaminedRoute route, Report report) {
        route.blocks(Shape.CLAIM).stream()
                .filter(Step::isInTransaction)
                .forEach(block -> report.step(
                        block,
                        "a claim inside a transaction is seen by nobody else, and the payment holds a connection"));
    }

    private static void finish(ExaminedRoute route, Report report) {
        for (Step block : route.blocks(Shape.CLAIM)) {
            List<? extends OptionalIdentifiedDefinition<?>> steps = block.outputs();
            Optional<ExaminedRoute> last =
                    steps.isEmpty() ? Optional.empty() : route.target(new Step(steps.get(steps.size() - 1), block));
            boolean finished = last.flatMap(ExaminedRoute::transaction)
                    .map(Step::outputs)
                    .filter(outputs -> !outputs.isEmpty())
                    .flatMap(outputs -> new Step(outputs.get(0), null).call())
                    .filter(call -> call.is(route.inboxBean(block), "finish"))
                    .isPresent();
            if (!finished) {
                report.step(
                        block,
                        "a claim's block ends in a transacted route (direct:...) whose first step is %s.finish: otherwise"
                                        .formatted(route.inboxBean(block))
                                + " the results of one who has lost the claim are written too");
            }
        }
    }

    private static void timeToPay(ExaminedRoute route, Report report) {
        for (Step block : route.blocks(Shape.CLAIM)) {
            route.steps().stream()
                    .filter(step -> step.isBelow(block) && PaymentRules.isCharge(step))
                    .filter(charge -> !isPreceded(charge, route, route.inboxBean(block)))
                    .forEach(charge -> report.step(
                            charge,
                            "%s.requireTimeToPay stands directly before a charge: a claim that ends meanwhile lets a copy charge too"
                                    .formatted(route.inboxBean(block))));
        }
    }

    private static boolean isPreceded(Step charge, ExaminedRoute route, String claims) {
        List<Step> siblings = route.steps().stream()
                .filter(step -> step.parent() == charge.parent())
                .toList();
        int index = siblings.indexOf(charge);
        return index > 0
                && siblings.get(index - 1)
                        .call()
                        .filter(call -> call.is(claims, "requireTimeToPay"))
                        .isPresent();
    }
}

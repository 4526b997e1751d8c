package bookstore.billing.guard;

import java.util.List;

/** The provider knows a charge again by its key, which is the order's id at every try. */
final class PaymentRules {

    private static final String ORDER_ID = "${variable.orderId}";

    /** Of a gateway; a bean that charges has such a method. */
    private static final String CHARGE = "charge";

    private PaymentRules() {}

    static List<Rule> all() {
        return List.of(new Rule("payment-key", PaymentRules::key));
    }

    static boolean isCharge(Step step) {
        return step.call().filter(call -> call.method().equals(CHARGE)).isPresent();
    }

    private static void key(ExaminedRoute route, Report report) {
        List<Step> charges =
                route.steps().stream().filter(PaymentRules::isCharge).toList();
        for (Step step : charges) {
            List<String> arguments = step.call().map(Call::arguments).orElse(List.of());
            if (arguments.size() < 2
                    || !arguments.get(0).equals(ORDER_ID)
                    || !arguments.get(1).equals(ORDER_ID)) {
                report.step(
                        step,
                        "method",
                        "a charge takes the order's id as its key, charge(%s, %s, ...): with another key, or none, a"
                                        .formatted(ORDER_ID, ORDER_ID)
                                + " second try charges again");
            }
        }
        if (!charges.isEmpty()) {
            route.steps().stream()
                    .filter(step -> InboxRules.changes("orderId", step))
                    .forEach(step -> report.step(step, "the variable orderId is the reader's: nothing else sets it"));
        }
    }
}

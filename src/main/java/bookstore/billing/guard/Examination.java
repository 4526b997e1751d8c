package bookstore.billing.guard;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.camel.model.RouteDefinition;

/**
 * What the rules say to one route.
 *
 * @param findings without those that the route waives
 * @param notChecked a sentence for each rule that could not be checked
 * @param waived the rules that the route waives and breaks, or that could not be checked
 */
public record Examination(List<Finding> findings, List<String> notChecked, Set<String> waived) {

    private static final List<Rule> SAFETY = Stream.of(
                    InboxRules.all(),
                    BlockRules.all(),
                    TransactionRules.all(),
                    AtMostOnceRules.all(),
                    ThreadRules.all(),
                    PaymentRules.all(),
                    ClaimRules.all(),
                    QueueRules.all())
            .flatMap(List::stream)
            .toList();

    private static final List<Rule> FORM = FormRules.all();

    /** The ids of all rules for routes; what is not about a route has others besides. */
    public static List<String> rules() {
        return Stream.concat(Stream.concat(SAFETY.stream(), FORM.stream()).map(Rule::id), Stream.of(Waivers.RULE))
                .toList();
    }

    /** The ids of those that a route is refused for. */
    static List<String> safetyRules() {
        return SAFETY.stream().map(Rule::id).toList();
    }

    /** By the rules that keep a message's effects from happening twice, or not at all. */
    static Examination ofSafety(RouteDefinition route, Surroundings surroundings) {
        return of(SAFETY, route, surroundings);
    }

    /** By all rules. */
    public static Examination of(RouteDefinition route, Surroundings surroundings) {
        return of(Stream.concat(SAFETY.stream(), FORM.stream()).toList(), route, surroundings);
    }

    private static Examination of(List<Rule> rules, RouteDefinition definition, Surroundings surroundings) {
        var route = new ExaminedRoute(definition, surroundings);
        Waivers waivers = Waivers.of(definition.getNote());
        List<Finding> findings = new ArrayList<>(reasons(route, waivers));
        List<String> notChecked = new ArrayList<>();
        Set<String> used = new LinkedHashSet<>();
        for (Rule rule : rules) {
            var report = new Report(rule, route);
            rule.examination().accept(route, report);
            boolean waived = waivers.waive(rule.id());
            if (waived && (!report.findings().isEmpty() || report.notChecked() != null)) {
                used.add(rule.id());
            }
            if (!waived) {
                findings.addAll(report.findings());
                if (report.notChecked() != null) {
                    notChecked.add(report.notChecked());
                }
            }
        }
        return new Examination(findings, notChecked, used);
    }

    private static List<Finding> reasons(ExaminedRoute route, Waivers waivers) {
        var report = new Report(new Rule(Waivers.RULE, (ignored, other) -> {}), route);
        waivers.reasons().forEach((rule, reason) -> {
            if (reason.isEmpty()) {
                report.route("guard.waive." + rule + " gives no reason");
            }
        });
        return report.findings();
    }
}

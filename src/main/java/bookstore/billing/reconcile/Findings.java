package bookstore.billing.reconcile;

import java.util.List;

/**
 * What a run has found.
 *
 * @param charges those that the provider has listed in the period, the declined ones too
 * @param invoices those made in the period
 * @param notAsked queues that could not be looked at and why, so that less is known of the differences
 */
public record Findings(
        Period period, long charges, long invoices, List<Difference> differences, List<String> notAsked) {}

package bookstore.billing.reconcile;

import java.time.Duration;

/**
 * How long an order may take before something is wrong with it.
 *
 * @param grace from a charge to the commit of its invoice
 * @param retries from the first try to the last one
 */
public record Patience(Duration grace, Duration retries) {}

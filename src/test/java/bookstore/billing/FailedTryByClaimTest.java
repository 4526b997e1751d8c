package bookstore.billing;

import bookstore.billing.dev.Mode;

/** A try that fails where payments hold no connection. */
@Mode.Claim
class FailedTryByClaimTest extends FailedTryTest {}

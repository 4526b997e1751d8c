package bookstore.billing;

import bookstore.billing.dev.Mode;

/** Copies and repeated orders where payments hold no connection. */
@Mode.Claim
class ExactlyOnceByClaimTest extends ExactlyOnceTest {}

package bookstore.billing;

import bookstore.billing.dev.Mode;

/** Whatever the provider answers, where payments hold no connection. */
@Mode.Claim
class ProviderAnswersByClaimTest extends ProviderAnswersTest {}

/** Charging an order at the payment provider, once per idempotency key, and what the provider tells of a payment later. */
@NullMarked
package bookstore.billing.payment;

import org.jspecify.annotations.NullMarked;

/** Charging an order at the payment provider, once per idempotency key. */
@NullMarked
package bookstore.billing.payment;

import org.jspecify.annotations.NullMarked;

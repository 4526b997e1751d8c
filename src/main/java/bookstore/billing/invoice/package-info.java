/** The invoice's own refusals: one order has one invoice. */
@NullMarked
package bookstore.billing.invoice;

import org.jspecify.annotations.NullMarked;

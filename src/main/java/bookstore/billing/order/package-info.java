/** What the messages about an order say: "order placed", and "invoice created". */
@NullMarked
package bookstore.billing.order;

import org.jspecify.annotations.NullMarked;

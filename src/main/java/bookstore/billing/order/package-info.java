/** What an "order placed" message says. */
@NullMarked
package bookstore.billing.order;

import org.jspecify.annotations.NullMarked;

/** What makes a route exactly-once is checked when it is loaded, not hoped for. */
@NullMarked
package bookstore.billing.guard;

import org.jspecify.annotations.NullMarked;

/** The benchmark: the product beside what one would write by hand, on the same servers and messages. */
@NullMarked
package bookstore.billing.bench;

import org.jspecify.annotations.NullMarked;

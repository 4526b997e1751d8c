/** What becomes of a delivery that did not succeed: topology, retry schedule, dead letters. */
@NullMarked
package bookstore.billing.delivery;

import org.jspecify.annotations.NullMarked;

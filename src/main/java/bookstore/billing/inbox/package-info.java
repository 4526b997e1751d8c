/** The inbox: each message id is processed once per consumer. */
@NullMarked
package bookstore.billing.inbox;

import org.jspecify.annotations.NullMarked;

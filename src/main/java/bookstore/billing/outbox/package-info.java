/** Events that a transaction has written, published after its commit: at least once, in order, under ids of their own. */
@NullMarked
package bookstore.billing.outbox;

import org.jspecify.annotations.NullMarked;

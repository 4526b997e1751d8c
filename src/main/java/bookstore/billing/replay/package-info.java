/** Dead letters in an operator's hands: listed, sent again, or given up. */
@NullMarked
package bookstore.billing.replay;

import org.jspecify.annotations.NullMarked;

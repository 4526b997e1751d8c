/** The jar that ships is killed at every step of a message, and what is left is counted. */
@NullMarked
package bookstore.billing.kill;

import org.jspecify.annotations.NullMarked;

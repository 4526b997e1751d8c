/** Who may look at the management port, and who may act there. */
@NullMarked
package bookstore.billing.login;

import org.jspecify.annotations.NullMarked;

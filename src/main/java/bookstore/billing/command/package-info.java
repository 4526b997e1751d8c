/** The command line: what an operator types, and how it is answered. What is done stands in other packages. */
@NullMarked
package bookstore.billing.command;

import org.jspecify.annotations.NullMarked;

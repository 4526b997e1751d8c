/** What operators do without a command line: over the management port and over JMX. */
@NullMarked
package bookstore.billing.management;

import org.jspecify.annotations.NullMarked;

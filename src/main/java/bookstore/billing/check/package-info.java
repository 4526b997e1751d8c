/** Route files examined as files: no server, no bean, no application. */
@NullMarked
package bookstore.billing.check;

import org.jspecify.annotations.NullMarked;

/** Starting up: settings, servers and routes are checked before the first message is taken. */
@NullMarked
package bookstore.billing.operate;

import org.jspecify.annotations.NullMarked;

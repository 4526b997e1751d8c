/** What a message of any kind holds, whatever its envelope, and the id by which its copies are told. */
@NullMarked
package bookstore.billing.message;

import org.jspecify.annotations.NullMarked;

/** What is known of a message or an order: in our tables, in the queues, at the provider. */
@NullMarked
package bookstore.billing.inquiry;

import org.jspecify.annotations.NullMarked;

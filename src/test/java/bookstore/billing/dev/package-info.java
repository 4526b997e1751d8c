/** The servers that tests and development run against: a real PostgreSQL, and RabbitMQ or its stand-in. */
@NullMarked
package bookstore.billing.dev;

import org.jspecify.annotations.NullMarked;

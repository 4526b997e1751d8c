/** The article's experiments, on the routes in {@code routes/lab} and on real servers. */
@NullMarked
package bookstore.billing.lab;

import org.jspecify.annotations.NullMarked;

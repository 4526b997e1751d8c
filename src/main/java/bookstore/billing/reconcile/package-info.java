/** The provider's ledger against our tables: what the one has and the other has not. */
@NullMarked
package bookstore.billing.reconcile;

import org.jspecify.annotations.NullMarked;

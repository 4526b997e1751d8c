package bookstore.billing.payment;

import bookstore.billing.delivery.Server;
import bookstore.billing.delivery.ServerFailedException;
import org.jspecify.annotations.Nullable;

/** The provider could not be asked for its ledger: nothing is known, which is not the same as no charge. */
public final class LedgerFailedException extends ServerFailedException {

    private static final long serialVersionUID = 1L;

    public LedgerFailedException(String text, @Nullable Throwable cause) {
        super(Server.PAYMENT_PROVIDER, "ledger", null, text, cause);
    }
}

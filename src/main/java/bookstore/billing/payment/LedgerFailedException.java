package bookstore.billing.payment;

import org.jspecify.annotations.Nullable;

/** The provider could not be asked for its ledger: nothing is known, which is not the same as no charge. */
public final class LedgerFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public LedgerFailedException(String text, @Nullable Throwable cause) {
        super(text, cause);
    }
}

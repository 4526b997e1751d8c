package bookstore.billing.payment;

import org.jspecify.annotations.Nullable;

/** This try brought no payment that we know of; a later one, with the same key, may. */
public final class PaymentFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PaymentFailedException(String text, @Nullable Throwable cause) {
        super(text, cause);
    }
}

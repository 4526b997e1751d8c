package bookstore.billing.payment;

import bookstore.billing.delivery.Server;
import bookstore.billing.delivery.ServerFailedException;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** This try brought no payment that we know of; a later one, with the same key, may. */
public final class PaymentFailedException extends ServerFailedException {

    private static final long serialVersionUID = 1L;

    private final PaymentOutcome outcome;

    PaymentFailedException(
            UUID orderId,
            PaymentOutcome outcome,
            @Nullable Duration retryAfter,
            String text,
            @Nullable Throwable cause) {
        super(Server.PAYMENT_PROVIDER, orderId.toString(), retryAfter, text, cause);
        this.outcome = outcome;
    }

    PaymentOutcome outcome() {
        return outcome;
    }

    @Override
    protected boolean provesOutage() {
        return outcome == PaymentOutcome.UNREACHABLE;
    }
}

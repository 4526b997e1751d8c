package bookstore.billing.reconcile;

import bookstore.billing.payment.Charge;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** Order ids as the provider has them: any text, and a UUID where we have charged. */
final class OrderIds {

    /** {@link UUID#fromString} also takes 1-1-1-1-1. */
    private static final Pattern UUID_TEXT =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");

    private OrderIds() {}

    static Optional<UUID> of(Charge charge) {
        return of(charge.orderId());
    }

    static Optional<UUID> of(String text) {
        return UUID_TEXT.matcher(text).matches() ? Optional.of(UUID.fromString(text)) : Optional.empty();
    }

    /** One text for one order, whatever the letter case. */
    static String key(Charge charge) {
        return of(charge).map(UUID::toString).orElse(charge.orderId());
    }
}

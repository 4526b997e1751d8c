package bookstore.billing.payment;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The states of a payment, and from which one each is reached: the one place where that stands. A payment goes one way, one
 * step at a time; {@code src/docs/payment-states.md} has it as a diagram.
 */
enum PaymentStatus {
    /** A try whose outcome nobody knows may have charged the order. */
    PENDING("Pending", null),
    CAPTURED("Captured", PENDING),
    REFUNDED("Refunded", CAPTURED);

    private final String word;
    private final @Nullable PaymentStatus from;

    PaymentStatus(String word, @Nullable PaymentStatus from) {
        this.word = word;
        this.from = from;
    }

    /** As the table {@code payment} has it. */
    String word() {
        return word;
    }

    /** The only state that this one is reached from; null where a payment begins. */
    @Nullable
    PaymentStatus from() {
        return from;
    }

    /** Whether a payment in this state has been in that one. */
    boolean isBehind(PaymentStatus other) {
        return from != null && (from == other || from.isBehind(other));
    }

    static PaymentStatus of(String word) {
        return Arrays.stream(values())
                .filter(status -> status.word.equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("a payment is never " + word));
    }
}

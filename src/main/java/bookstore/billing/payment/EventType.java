package bookstore.billing.payment;

import java.util.Arrays;
import java.util.Optional;

/** The events of the provider that move a payment. */
enum EventType {
    CAPTURED("PaymentCaptured", PaymentStatus.CAPTURED),
    REFUNDED("PaymentRefunded", PaymentStatus.REFUNDED);

    private final String word;
    private final PaymentStatus status;

    EventType(String word, PaymentStatus status) {
        this.word = word;
        this.status = status;
    }

    /** As it stands in a message and in the metric's tag. */
    String word() {
        return word;
    }

    /** What the payment is from then on. */
    PaymentStatus status() {
        return status;
    }

    /** @param word by its exact letters */
    static Optional<EventType> of(String word) {
        return Arrays.stream(values()).filter(type -> type.word.equals(word)).findFirst();
    }
}

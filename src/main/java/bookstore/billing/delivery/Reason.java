package bookstore.billing.delivery;

/** Why a message became a dead letter: the fixed words of the header {@value DeadLetterHeaders#REASON}. */
public enum Reason {
    INVALID_MESSAGE("invalid-message"),
    MISSING_MESSAGE_ID("missing-message-id"),
    MESSAGE_ID_CONFLICT("message-id-conflict"),
    ORDER_CONFLICT("order-conflict"),
    PAYMENT_DECLINED("payment-declined"),
    PAYMENT_CONFLICT("payment-conflict"),
    UNKNOWN_EVENT("unknown-event"),
    TOO_EARLY("too-early"),
    ATTEMPTS_EXHAUSTED("attempts-exhausted");

    private final String word;

    Reason(String word) {
        this.word = word;
    }

    /** The word that stands in the header and in the metric's tag. */
    public String word() {
        return word;
    }
}

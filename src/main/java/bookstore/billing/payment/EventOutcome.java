package bookstore.billing.payment;

import java.util.Locale;

/** What one delivery of an event came to. */
enum EventOutcome {
    /** The payment is in another state now. */
    MOVED(true),
    /** It was in the event's state already. */
    DONE(true),
    /** It is past the event's state. */
    STALE(true),
    /** It is not yet where the event finds it; the event comes again. */
    EARLY(false),
    /** The event speaks of another payment than the order's. */
    OTHER_PAYMENT(false),
    /** The event is of a type that the settings leave alone. */
    IGNORED(true);

    private final boolean committed;

    EventOutcome(boolean committed) {
        this.committed = committed;
    }

    /** Whether the delivery ends with a commit; the others leave nothing behind, not even their inbox row. */
    boolean isCommitted() {
        return committed;
    }

    /** The value of the metric's tag. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Of an event that has moved nothing, on the payment that it speaks of. */
    static EventOutcome of(PaymentStatus wanted, PaymentStatus found) {
        if (found == wanted) {
            return DONE;
        }
        return found.isBehind(wanted) ? STALE : EARLY;
    }
}

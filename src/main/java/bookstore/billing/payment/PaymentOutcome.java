package bookstore.billing.payment;

import java.util.Locale;

/** What the provider's answer, or its absence, means for the order. */
enum PaymentOutcome {
    CAPTURED,
    DECLINED,
    /** The key was used with other parameters. */
    CONFLICT,
    /** The first request with this key still runs. */
    RUNNING,
    /** The provider asks us to come later, and has not charged. */
    BUSY,
    /** Nothing was sent. */
    UNREACHABLE,
    /** The order may have been charged. */
    UNKNOWN;

    /** The value of the metric's tag. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static PaymentOutcome ofStatus(int status) {
        return switch (status) {
            case 200, 201 -> CAPTURED;
            case 402 -> DECLINED;
            case 409 -> RUNNING;
            case 422 -> CONFLICT;
            case 429, 503 -> BUSY;
            default -> UNKNOWN;
        };
    }
}

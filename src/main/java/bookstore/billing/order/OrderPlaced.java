package bookstore.billing.order;

import java.util.UUID;

/** What billing reads of an "order placed" message. */
public record OrderPlaced(UUID orderId, Money total) {

    /** Equal for two messages exactly where they say the same of order, amount and currency. */
    public String fingerprint() {
        return "order " + orderId + " " + total.amount().toPlainString() + " " + total.currency();
    }
}

package bookstore.billing.order;

import java.util.UUID;

/**
 * An "invoice created" event, as far as a mail needs it.
 *
 * @param id by which its copies are told
 */
public record InvoiceCreated(String id, UUID orderId, UUID invoiceId, Money amount) {

    /** Equal for two events exactly where they say the same. */
    public String fingerprint() {
        return "invoice " + invoiceId + " order " + orderId + " "
                + amount.amount().toPlainString() + " " + amount.currency();
    }
}

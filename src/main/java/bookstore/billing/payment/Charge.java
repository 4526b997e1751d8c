package bookstore.billing.payment;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * One charge as the provider's ledger has it.
 *
 * @param orderId as it was charged; a UUID where the charge was ours
 * @param paymentId the provider's id of it; empty where it gave none, which it may do for one that took no money
 * @param status {@code Captured}, {@code Refunded}, {@code Declined} or {@code Pending}; the provider may know others
 * @param amount null where the ledger says none that can be read
 * @param currency an ISO 4217 code; null where the ledger says none
 */
@JsonAutoDetect(isGetterVisibility = JsonAutoDetect.Visibility.NONE)
public record Charge(
        String orderId, String paymentId, String status, @Nullable BigDecimal amount, @Nullable String currency) {

    public boolean isCaptured() {
        return status.equals("Captured");
    }

    public boolean isRefunded() {
        return status.equals("Refunded");
    }

    /** Whether the customer's money was taken, even if it was given back. */
    public boolean tookMoney() {
        return isCaptured() || isRefunded();
    }

    /** Whether the status is one that has a meaning here. */
    public boolean isUnderstood() {
        return tookMoney() || status.equals("Declined") || status.equals("Pending");
    }
}

package bookstore.billing.inquiry;

import bookstore.billing.payment.Charge;
import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What is known of an order.
 *
 * @param record what our tables say; null where they could not be asked
 * @param charge what the provider says; null where it has none, or could not be asked
 * @param providerAsked whether it could
 */
public record OrderAnswer(UUID orderId, @Nullable OrderRecord record, @Nullable Charge charge, boolean providerAsked) {

    @JsonIgnore
    boolean isEmpty() {
        return charge == null
                && (record == null || record.invoice() == null && record.payment() == null && !record.inWork());
    }
}

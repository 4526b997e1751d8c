package bookstore.billing.inquiry;

import bookstore.billing.payment.Charge;
import com.fasterxml.jackson.annotation.JsonIgnore;
import org.jspecify.annotations.Nullable;

/**
 * What is known of an order.
 *
 * @param record what our tables say
 * @param charge what the provider says; null where it has none, or could not be asked
 */
public record OrderAnswer(OrderRecord record, @Nullable Charge charge) {

    @JsonIgnore
    boolean isEmpty() {
        return record.invoice() == null && record.payment() == null && !record.inWork() && charge == null;
    }
}

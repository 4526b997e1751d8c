package bookstore.billing.inquiry;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of the table {@code payment}.
 *
 * @param paymentId null while it is not known
 * @param status {@code Pending}, {@code Captured} or {@code Refunded}
 */
public record Payment(@Nullable String paymentId, String status, Instant updatedAt) {

    /** Whether a try that rolled back may have charged the order, and nobody has found out yet. */
    @JsonIgnore
    public boolean isPending() {
        return status.equals("Pending");
    }
}

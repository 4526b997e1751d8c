package bookstore.billing.inquiry;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;

/**
 * A row of the table {@code invoice}.
 *
 * @param createdAt when its transaction began, by the database's clock
 */
public record Invoice(UUID id, BigDecimal amount, String currency, String paymentId, Instant createdAt) {}

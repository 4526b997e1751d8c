package bookstore.billing.inquiry;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What our tables say of an order.
 *
 * @param invoice null where it has none
 * @param payment null where nobody has tried to charge it, or no try that may have charged it rolled back
 * @param inWork whether a transaction, or the owner of a claim, works on the order at this moment
 */
public record OrderRecord(UUID orderId, @Nullable Invoice invoice, @Nullable Payment payment, boolean inWork) {}

package bookstore.billing.reconcile;

import bookstore.billing.inquiry.Invoice;
import bookstore.billing.inquiry.Payment;
import bookstore.billing.inquiry.QueuedMessage;
import bookstore.billing.payment.Charge;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One difference of one order; an order may have more than one.
 *
 * @param orderId as the provider has it: a UUID, unless somebody else charged
 * @param text what differs, in one line
 * @param charges those of the order that the provider has told of
 * @param inWork whether a transaction works on the order at this moment
 * @param messages those of the order that wait somewhere, or whose time in a dead-letter queue is over
 */
public record Difference(
        Kind kind,
        String orderId,
        String text,
        List<Charge> charges,
        @Nullable Invoice invoice,
        @Nullable Payment payment,
        boolean inWork,
        List<QueuedMessage> messages) {

    /** What is being done about the order, or why nothing is; empty where nothing is known. */
    public List<String> known() {
        var known = new ArrayList<String>();
        messages.forEach(message -> known.add(message.inWords()));
        if (inWork) {
            known.add("in work at this moment");
        }
        if (payment != null && payment.isPending()) {
            known.add("payment Pending since " + payment.updatedAt());
        }
        return known;
    }

    Difference with(List<QueuedMessage> found) {
        return new Difference(kind, orderId, text, charges, invoice, payment, inWork, List.copyOf(found));
    }
}

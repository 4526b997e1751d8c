package bookstore.billing.reconcile;

import bookstore.billing.inquiry.Invoice;
import bookstore.billing.inquiry.OrderRecord;
import bookstore.billing.inquiry.Payment;
import bookstore.billing.payment.Charge;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One order, as the provider has it and as our tables have it.
 *
 * <p>A declined charge took nothing, and one that is pending has taken nothing yet: neither asks for an invoice. A
 * charge that was given back does not either.
 *
 * @param charges each payment once
 * @param record null where the order's id is none of ours
 */
record Comparison(String orderId, List<Charge> charges, @Nullable OrderRecord record) {

    boolean isEqual() {
        return differences().isEmpty();
    }

    /** Their messages have yet to be found. */
    List<Difference> differences() {
        var found = new ArrayList<Difference>();
        List<Charge> captured = charges.stream().filter(Charge::isCaptured).toList();
        Invoice invoice = record == null ? null : record.invoice();
        if (captured.size() > 1) {
            found.add(
                    difference(Kind.CHARGED_TWICE, captured.size() + " charges are captured: " + paymentIds(captured)));
        }
        charges.stream()
                .filter(charge -> !charge.isUnderstood())
                .forEach(charge -> found.add(difference(
                        Kind.STATUS_DIFFERS, "the provider says " + charge.status() + ", which has no meaning here")));
        if (invoice != null) {
            compare(invoice, captured, found);
        } else if (!captured.isEmpty()) {
            found.add(difference(
                    Kind.CHARGE_WITHOUT_INVOICE,
                    "charged " + captured.stream().map(Comparison::money).collect(Collectors.joining(" and "))));
        }
        return found;
    }

    private void compare(Invoice invoice, List<Charge> captured, List<Difference> found) {
        List<Charge> taken = charges.stream().filter(Charge::tookMoney).toList();
        if (taken.isEmpty()) {
            found.add(difference(
                    Kind.INVOICE_WITHOUT_CHARGE, "invoiced " + money(invoice) + ", at the provider: " + untaken()));
            return;
        }
        List<Charge> named = taken.stream()
                .filter(charge -> charge.paymentId().equals(invoice.paymentId()))
                .toList();
        if (named.isEmpty() && captured.size() == 1) {
            found.add(difference(
                    Kind.OTHER_PAYMENT,
                    "the invoice names " + invoice.paymentId() + ", captured is " + paymentIds(captured)));
        }
        for (Charge charge : named.isEmpty() ? captured : named) {
            if (!isSame(charge, invoice)) {
                found.add(difference(Kind.AMOUNT_DIFFERS, "charged " + money(charge) + ", invoiced " + money(invoice)));
            }
        }
        Payment payment = record == null ? null : record.payment();
        named.stream()
                .filter(charge -> payment != null && !payment.status().equals(charge.status()))
                .forEach(charge -> found.add(difference(
                        Kind.STATUS_DIFFERS,
                        "at the provider " + charge.status() + ", here " + (payment == null ? "" : payment.status()))));
    }

    private String untaken() {
        return charges.isEmpty()
                ? "nothing"
                : charges.stream().map(Charge::status).distinct().collect(Collectors.joining(", "));
    }

    private static boolean isSame(Charge charge, Invoice invoice) {
        BigDecimal amount = charge.amount();
        return amount != null
                && amount.compareTo(invoice.amount()) == 0
                && invoice.currency().equalsIgnoreCase(charge.currency());
    }

    private static String money(Charge charge) {
        return (charge.amount() == null ? "?" : charge.amount().toPlainString()) + " "
                + (charge.currency() == null ? "?" : charge.currency());
    }

    private static String money(Invoice invoice) {
        return invoice.amount().toPlainString() + " " + invoice.currency();
    }

    private static String paymentIds(List<Charge> charges) {
        return charges.stream().map(Charge::paymentId).collect(Collectors.joining(", "));
    }

    private Difference difference(Kind kind, String text) {
        return new Difference(
                kind,
                orderId,
                text,
                charges,
                record == null ? null : record.invoice(),
                record == null ? null : record.payment(),
                record != null && record.inWork(),
                List.of());
    }
}

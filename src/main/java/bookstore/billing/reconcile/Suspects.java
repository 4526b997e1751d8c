package bookstore.billing.reconcile;

import bookstore.billing.inquiry.Invoice;
import bookstore.billing.inquiry.OrderRecord;
import bookstore.billing.inquiry.Payment;
import bookstore.billing.payment.Charge;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The orders whose two sides were not equal when they were last looked at. */
final class Suspects {

    private final Map<String, Comparison> orders = new LinkedHashMap<>();

    boolean isEmpty() {
        return orders.isEmpty();
    }

    int size() {
        return orders.size();
    }

    List<String> orders() {
        return List.copyOf(orders.keySet());
    }

    /**
     * A charge of the list, which may come more than once.
     *
     * @param another whether the list had a charge of the order before
     */
    void see(Charge charge, @Nullable OrderRecord record, boolean another) {
        String order = OrderIds.key(charge);
        Comparison known = orders.get(order);
        if (known != null) {
            put(order, with(known.charges(), charge), record);
        } else if (another && record != null && record.invoice() != null) {
            put(order, with(List.of(equalTo(order, record.invoice(), record.payment())), charge), record);
        } else {
            put(order, List.of(charge), record);
        }
    }

    /** The charge before this one: it was equal to its invoice, or the order would be here. */
    private static Charge equalTo(String order, Invoice invoice, @Nullable Payment payment) {
        return new Charge(
                order,
                invoice.paymentId(),
                payment == null ? "Captured" : payment.status(),
                invoice.amount(),
                invoice.currency());
    }

    /** Keeps the order where it differs; one that was equal before, and is not any more, is told like any other. */
    void put(String order, List<Charge> charges, @Nullable OrderRecord record) {
        var comparison = new Comparison(order, charges, record);
        if (comparison.isEqual()) {
            orders.remove(order);
        } else {
            orders.put(order, comparison);
        }
    }

    /**
     * Compares the order anew. The charge is asked for again where a later answer could settle it: the list's may be
     * older than the record.
     */
    void lookAgain(String order, @Nullable OrderRecord record, Function<String, Optional<Charge>> lookUp) {
        Comparison known = orders.get(order);
        if (known == null) {
            return;
        }
        boolean mayBeSettledByTheProvider =
                known.differences().stream().anyMatch(difference -> difference.kind() != Kind.CHARGE_WITHOUT_INVOICE);
        List<Charge> charges = mayBeSettledByTheProvider
                ? lookUp.apply(order)
                        .map(charge -> with(known.charges(), charge))
                        .orElse(known.charges())
                : known.charges();
        put(order, charges, record);
    }

    List<Difference> differences() {
        return orders.values().stream()
                .flatMap(comparison -> comparison.differences().stream())
                .sorted(Comparator.comparing(Difference::kind))
                .toList();
    }

    /** The newest word about a payment is the one that counts. */
    private static List<Charge> with(List<Charge> charges, Charge newer) {
        return Stream.concat(
                        charges.stream().filter(charge -> !charge.paymentId().equals(newer.paymentId())),
                        Stream.of(newer))
                .toList();
    }
}

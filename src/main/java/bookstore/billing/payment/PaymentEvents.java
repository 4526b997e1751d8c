package bookstore.billing.payment;

import bookstore.billing.delivery.Reason;
import bookstore.billing.delivery.RefusedMessageException;
import bookstore.billing.delivery.TryLaterException;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.apache.camel.Exchange;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a route behind the statement that moves a payment: they tell what an event has come to and count it. They
 * write nothing.
 */
public final class PaymentEvents {

    /** The exchange's variable with the payment as it was found: the values {@code status}, null for none, and {@code other}. */
    public static final String FOUND = "found";

    private final Duration patience;
    private final EventCounts counts;

    /** @param patience how long after its first delivery an event may wait for its payment */
    public PaymentEvents(Duration patience, MeterRegistry meters) {
        this.patience = patience;
        this.counts = new EventCounts(meters);
    }

    /** The event has moved its payment. */
    public void moved(Exchange exchange) {
        counts.count(type(exchange), EventOutcome.MOVED);
    }

    /** The event is of a type that the settings leave alone. */
    public void ignored() {
        counts.count("other", EventOutcome.IGNORED);
    }

    /**
     * The event has moved nothing. Where its work was done before, or it comes too late, that is all right.
     *
     * @throws TryLaterException where it comes too early
     * @throws RefusedMessageException where it has come too early for too long, or speaks of another payment than the order's
     */
    public void notMoved(Exchange exchange) {
        Map<?, ?> found = Objects.requireNonNull(exchange.getVariable(FOUND, Map.class), FOUND);
        PaymentStatus wanted = PaymentStatus.of(text(exchange, "status"));
        EventOutcome outcome = outcome(wanted, found);
        counts.count(type(exchange), outcome);
        if (outcome == EventOutcome.OTHER_PAYMENT) {
            throw new RefusedMessageException(
                    Reason.PAYMENT_CONFLICT, "the event's payment and its order's payment are not the same");
        }
        if (outcome == EventOutcome.EARLY) {
            throw early(exchange.getVariable("waited", Duration.class), found.get("status"));
        }
    }

    private static EventOutcome outcome(PaymentStatus wanted, Map<?, ?> found) {
        if (Boolean.TRUE.equals(found.get("other"))) {
            return EventOutcome.OTHER_PAYMENT;
        }
        return found.get("status") instanceof String status
                ? EventOutcome.of(wanted, PaymentStatus.of(status))
                : EventOutcome.EARLY;
    }

    private RuntimeException early(Duration waited, @Nullable Object status) {
        String text =
                status == null ? "the event's order has no payment yet" : "the event's payment is still " + status;
        return waited.compareTo(patience) < 0
                ? new TryLaterException(text, waited)
                : new RefusedMessageException(
                        Reason.TOO_EARLY, text + ", and it has waited for that (billing.payment.events.patience)");
    }

    private static String type(Exchange exchange) {
        return text(exchange, "type");
    }

    private static String text(Exchange exchange, String variable) {
        return Objects.requireNonNull(exchange.getVariable(variable, String.class), variable);
    }
}

package bookstore.billing.payment;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Counts {@code billing.payment.events} once per delivery, when its transaction has ended as the outcome has it end. */
final class EventCounts {

    private final MeterRegistry meters;

    EventCounts(MeterRegistry meters) {
        this.meters = meters;
    }

    /** @param type a word of {@link EventType}, or another fixed one: never what a message says */
    void count(String type, EventOutcome outcome) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                if (status == (outcome.isCommitted() ? STATUS_COMMITTED : STATUS_ROLLED_BACK)) {
                    meters.counter("billing.payment.events", "type", type, "outcome", outcome.word())
                            .increment();
                }
            }
        });
    }
}

package bookstore.billing.payment;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Counts {@code billing.payments} once per call, when the transaction that made the call has ended. */
final class PaymentCounts {

    private final MeterRegistry meters;

    PaymentCounts(MeterRegistry meters) {
        this.meters = meters;
    }

    void count(PaymentOutcome outcome) {
        if (!TransactionSynchronizationManager.isSynchronizationActive()) {
            increment(outcome);
            return;
        }
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                // a capture whose transaction rolls back is counted by the try that commits
                if (outcome != PaymentOutcome.CAPTURED || status == STATUS_COMMITTED) {
                    increment(outcome);
                }
            }
        });
    }

    private void increment(PaymentOutcome outcome) {
        meters.counter("billing.payments", "outcome", outcome.word()).increment();
    }
}

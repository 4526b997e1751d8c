package bookstore.billing.payment;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.stream.Stream;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Counts {@code billing.payments} once per call, when the transaction that made the call has ended, and times the calls as
 * {@code billing.payment.duration}, the look-up before a charge included.
 */
final class PaymentCounts {

    private static final Duration[] BUCKETS = Stream.of(50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 20_000)
            .map(Duration::ofMillis)
            .toArray(Duration[]::new);

    private final MeterRegistry meters;

    PaymentCounts(MeterRegistry meters) {
        this.meters = meters;
    }

    /** A call to the provider. */
    @FunctionalInterface
    interface Call {
        void ended(PaymentOutcome outcome);
    }

    Call begin() {
        Timer.Sample sample = Timer.start(meters);
        return outcome -> {
            sample.stop(Timer.builder("billing.payment.duration")
                    .description("Calls to the payment provider, with the look-up before a charge")
                    .tag("outcome", outcome.word())
                    .serviceLevelObjectives(BUCKETS)
                    .register(meters));
            count(outcome);
        };
    }

    private void count(PaymentOutcome outcome) {
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

package bookstore.billing.inbox;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/** The inbox's counters; tags never take a value from a message. */
final class InboxCounts {

    private final String consumer;
    private final MeterRegistry meters;

    InboxCounts(String consumer, MeterRegistry meters) {
        this.consumer = consumer;
        this.meters = meters;
    }

    String consumer() {
        return consumer;
    }

    void count(Outcome outcome, boolean replayed) {
        switch (outcome) {
            case PROCESSED ->
                meters.counter("inbox.processed", "consumer", consumer).increment();
            case DUPLICATE_MESSAGE -> duplicate("message-id", replayed);
            case DUPLICATE_BUSINESS_KEY -> duplicate("business-key", replayed);
            case CONFLICT ->
                meters.counter("inbox.conflicts", "consumer", consumer).increment();
        }
    }

    /** @param time that a copy spent in its INSERT: next to nothing, unless its first one was still at work */
    void waited(Duration time) {
        Timer.builder("inbox.duplicate.wait")
                .description("How long a copy waited for its first one")
                .tag("consumer", consumer)
                .register(meters)
                .record(time);
    }

    private void duplicate(String cause, boolean replayed) {
        meters.counter("inbox.duplicates", "consumer", consumer, "cause", cause, "replayed", Boolean.toString(replayed))
                .increment();
    }
}

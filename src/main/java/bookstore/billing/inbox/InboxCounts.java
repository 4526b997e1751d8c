package bookstore.billing.inbox;

import io.micrometer.core.instrument.MeterRegistry;

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

    private void duplicate(String cause, boolean replayed) {
        meters.counter("inbox.duplicates", "consumer", consumer, "cause", cause, "replayed", Boolean.toString(replayed))
                .increment();
    }
}

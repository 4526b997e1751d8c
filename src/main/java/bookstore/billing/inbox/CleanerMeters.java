package bookstore.billing.inbox;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** How many rows the cleaner has deleted, how long it took, and how far it is behind. */
final class CleanerMeters {

    private final Counter cleaned;
    private final Timer duration;
    private final double retention;

    /** As it was when somebody looked; it has grown since. */
    private volatile double oldestAge;

    private volatile long lookedAt = System.nanoTime();

    CleanerMeters(MeterRegistry meters, Duration retention) {
        this.retention = retention.toSeconds();
        this.cleaned = Counter.builder("inbox.cleaned")
                .description("Rows that this instance has deleted from the inbox")
                .register(meters);
        this.duration = Timer.builder("inbox.cleanup.duration")
                .description("Turns in which this instance was the one that cleans")
                .register(meters);
        TimeGauge.builder("inbox.oldest.age", this::age, TimeUnit.SECONDS)
                .description("Age of the inbox's oldest row; 0 where it is empty")
                .register(meters);
        TimeGauge.builder("inbox.cleanup.behind", () -> Math.max(0, age() - this.retention), TimeUnit.SECONDS)
                .description("By how much the oldest row has outlived the retention")
                .register(meters);
    }

    void cleaned(int rows) {
        cleaned.increment(rows);
    }

    void took(Duration time) {
        duration.record(time);
    }

    /** @param seconds 0 where the inbox is empty */
    void oldestAge(double seconds) {
        oldestAge = seconds;
        lookedAt = System.nanoTime();
    }

    private double age() {
        return oldestAge == 0 ? 0 : oldestAge + (System.nanoTime() - lookedAt) / 1e9;
    }
}

package bookstore.billing.outbox;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Body;

/** What waits in the outbox, as it was last measured: reading a metric never asks the database. */
public final class OutboxBacklog {

    private record Measured(long backlog, long stuck, double age, long at) {}

    private volatile Measured last = new Measured(0, 0, 0, System.nanoTime());

    public OutboxBacklog(MeterRegistry meters) {
        Gauge.builder("outbox.backlog", this, outbox -> outbox.last.backlog())
                .description("events that are not sent")
                .register(meters);
        Gauge.builder("outbox.stuck", this, outbox -> outbox.last.stuck())
                .description("events that could not be put into a queue at their last try")
                .register(meters);
        TimeGauge.builder("outbox.age", this, TimeUnit.SECONDS, OutboxBacklog::age)
                .description("age of the oldest event that is not sent")
                .register(meters);
    }

    /** @param row {@code backlog}, {@code stuck} and {@code age} in seconds */
    public void measured(@Body Map<String, Object> row) {
        last = new Measured(
                number(row, "backlog").longValue(),
                number(row, "stuck").longValue(),
                number(row, "age").doubleValue(),
                System.nanoTime());
    }

    /** Grows by itself while nobody can measure. */
    private double age() {
        Measured measured = last;
        return measured.backlog() == 0 ? 0 : measured.age() + (System.nanoTime() - measured.at()) / 1e9;
    }

    private static Number number(Map<String, Object> row, String column) {
        return row.get(column) instanceof Number number ? number : 0;
    }
}

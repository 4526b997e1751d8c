package bookstore.billing.inbox;

import bookstore.billing.delivery.OneLine;
import bookstore.billing.delivery.RetrySchedule;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.apache.camel.Exchange;
import org.apache.camel.Route;
import org.apache.camel.StatefulService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes what the inbox has remembered for its whole time, by the database's clock: the step of the route
 * {@code inbox-cleanup}. Of several instances one works, see {@link ExpiredRows}.
 */
public final class InboxCleaner {

    private static final Logger LOG = LoggerFactory.getLogger(InboxCleaner.class);

    /** How soon a long pause notices that the application stops. */
    private static final Duration LOOK = Duration.ofMillis(100);

    private final DataSource database;
    private final Duration retention;
    private final int batch;
    private final Duration pause;
    private final CleanerMeters meters;

    /**
     * @param database gives connections of the cleaner's own: none of those that consumers wait for
     * @param retention how long a row is kept, above 0
     * @param batch rows that one transaction deletes, at least 1
     * @param pause between two transactions, while there are more rows to delete
     * @throws IllegalArgumentException where the batch is smaller
     */
    public InboxCleaner(DataSource database, Duration retention, int batch, Duration pause, MeterRegistry meters) {
        if (batch < 1) {
            throw new IllegalArgumentException("billing.inbox.cleanup.batch=" + batch + " must be at least 1");
        }
        this.database = database;
        this.retention = retention;
        this.batch = batch;
        this.pause = pause;
        this.meters = new CleanerMeters(meters, retention);
    }

    /**
     * Deletes until no row is left that is too old, another instance is found to delete, or the exchange's route stops.
     *
     * <p>A failure ends it in one line, and the next turn goes on: whether the database is away is the probe's to tell.
     */
    public void clean(Exchange exchange) {
        long began = System.nanoTime();
        long deleted = 0;
        try (var rows = new ExpiredRows(database, retention, batch, pause)) {
            Optional<Integer> gone = rows.deleteOldest(() -> true);
            boolean mine = gone.isPresent();
            while (gone.isPresent()) {
                deleted += gone.get();
                meters.cleaned(gone.get());
                gone = gone.get() < batch ? Optional.empty() : rows.deleteOldest(() -> pauses(exchange));
            }
            meters.oldestAge(rows.oldestAge());
            if (mine) {
                meters.took(Duration.ofNanos(System.nanoTime() - began));
            }
        } catch (SQLException e) {
            LOG.info("inbox: the cleaning ends early, and goes on in its next turn: {}", OneLine.ofRootCause(e));
        }
        if (deleted > 0) {
            LOG.info(
                    "inbox: {} rows older than {} deleted in {} s",
                    deleted,
                    RetrySchedule.text(retention),
                    String.format(Locale.ROOT, "%.1f", (System.nanoTime() - began) / 1e9));
        }
    }

    /** @return false as soon as the route stops */
    private boolean pauses(Exchange exchange) {
        long end = System.nanoTime() + pause.toNanos();
        for (long left = pause.toNanos(); left > 0; left = end - System.nanoTime()) {
            if (isStopping(exchange) || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(Math.min(left, LOOK.toNanos()));
        }
        return !isStopping(exchange);
    }

    /** A route that stops has its consumer suspended first, and then waits for what is on its way. */
    private static boolean isStopping(Exchange exchange) {
        Route route = exchange.getContext().getRoute(exchange.getFromRouteId());
        return exchange.getContext().isStopping()
                || route != null
                        && route.getConsumer() instanceof StatefulService consumer
                        && !consumer.getStatus().isStarted();
    }
}

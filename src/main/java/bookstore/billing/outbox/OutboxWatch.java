package bookstore.billing.outbox;

import bookstore.billing.delivery.FailedServer;
import bookstore.billing.delivery.Outages;
import bookstore.billing.delivery.Server;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When a relay looks for events, and what is told of its work.
 *
 * <p>While events come it looks again at once; then it sleeps until the bell rings or it is time to look without one. Each
 * sleep ends after a moment, so that a stop need not wait for it.
 */
public final class OutboxWatch {

    private static final Logger LOG = LoggerFactory.getLogger(OutboxWatch.class);
    private static final Duration LONGEST_SLEEP = Duration.ofMillis(500);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(2);

    private final Bell bell;
    private final Duration poll;
    private final Outages outages;
    private final Counter published;
    private final Counter unroutable;
    private final OnceAMinute refusals = new OnceAMinute();
    private final OnceAMinute failures = new OnceAMinute();

    private volatile long nextLook = System.nanoTime();
    private volatile boolean pausing;

    /**
     * @param poll the longest time between two looks
     * @param outages while the database is known to be away, nobody looks
     */
    public OutboxWatch(Bell bell, Duration poll, Outages outages, MeterRegistry meters) {
        this.bell = bell;
        this.poll = poll;
        this.outages = outages;
        this.published = meters.counter("outbox.published");
        this.unroutable = meters.counter("outbox.unroutable");
    }

    public boolean isDatabaseThere() {
        return outages.of(Server.DATABASE).isEmpty();
    }

    /** Called by one thread, again and again. @return whether it is time to look */
    public boolean awaitEvents() throws InterruptedException {
        Duration left = Duration.ofNanos(nextLook - System.nanoTime());
        if (!isDatabaseThere() || pausing && left.toMillis() > 0) {
            bell.leave();
            Thread.sleep(LONGEST_SLEEP.toMillis());
            return false;
        }
        pausing = false;
        if (left.toMillis() > 0 && !bell.rings(left.compareTo(LONGEST_SLEEP) < 0 ? left : LONGEST_SLEEP)) {
            return false;
        }
        lookIn(poll);
        return true;
    }

    /** A batch is committed, perhaps an empty one. */
    public void committed(Exchange exchange) {
        Outcomes outcomes = exchange.getVariable("outcomes", Outcomes.class);
        if (outcomes == null || outcomes.isEmpty()) {
            return;
        }
        bell.leave();
        lookIn(Duration.ZERO);
        published.increment(outcomes.sent());
        var refused = outcomes.refused();
        if (!refused.isEmpty()) {
            unroutable.increment(refused.size());
            var first = refused.get(0);
            refusals.tell(() -> LOG.warn(
                    "outbox: no queue took event {} of {}, which is kept and tried again ({} such in this batch): {}",
                    first.messageId(),
                    first.key(),
                    refused.size(),
                    first.error()));
        }
    }

    /** A batch, or the upkeep, has failed and changed nothing. */
    public void failed(Exchange exchange) {
        Throwable failure = exchange.getProperty(ExchangePropertyKey.EXCEPTION_CAUGHT, Throwable.class);
        if (failure != null && FailedServer.passes(failure)) {
            LOG.debug("outbox: {}", FailedServer.line(failure));
        } else if (failure != null) {
            failures.tell(() ->
                    LOG.warn("outbox: events wait, since they cannot be relayed: {}", FailedServer.line(failure)));
        }
        pausing = true;
        lookIn(PAUSE_AFTER_FAILURE);
    }

    private void lookIn(Duration time) {
        nextLook = System.nanoTime() + time.toNanos();
    }
}

package bookstore.billing.delivery;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When a server that is away is given the messages that wait, for a trial: after a while, and after a longer one with each
 * trial that fails. The first failure ends a trial, the first success ends the outage. For one thread.
 */
final class Trials {

    private static final Duration FIRST_WAIT = Duration.ofSeconds(5);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private final Outages outages;
    private final Server server;

    private Duration wait = FIRST_WAIT;
    private @Nullable Instant next;
    private long failuresBefore;
    private boolean running;

    Trials(Outages outages, Server server) {
        this.outages = outages;
        this.server = server;
    }

    Server server() {
        return server;
    }

    void consider() {
        if (outages.of(server).isEmpty()) {
            running = false;
            next = null;
            wait = FIRST_WAIT;
        } else if (next == null) {
            next = Instant.now().plus(wait);
        } else if (running && outages.failures(server) > failuresBefore) {
            running = false;
            Duration doubled = wait.multipliedBy(2);
            wait = doubled.compareTo(LONGEST_WAIT) < 0 ? doubled : LONGEST_WAIT;
            next = Instant.now().plus(wait);
        } else if (!running && Instant.now().isAfter(next)) {
            running = true;
            failuresBefore = outages.failures(server);
            outages.allowTrial(server);
        } else if (running) {
            // the message that had its turn may have been a copy, which shows nothing
            outages.allowTrial(server);
        }
    }

    /** Whether the routes that need the server pause. */
    boolean pause() {
        return outages.of(server).isPresent() && !running;
    }
}

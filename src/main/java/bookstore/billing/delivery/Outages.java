package bookstore.billing.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which servers are away, as far as deliveries and probes have shown. While one is away its failures are no message's
 * fault: they spend no tries and are told in one line, not in one a message.
 */
public final class Outages {

    /** One order may be refused for ever for a reason of its own; three without a success between are no accident. */
    private static final int SUBJECTS_THAT_SHOW_AN_OUTAGE = 3;

    private static final Logger LOG = LoggerFactory.getLogger(Outages.class);

    private final Map<Server, Outage> outages = new EnumMap<>(Server.class);
    private final Map<Server, Set<String>> failedSubjects = new EnumMap<>(Server.class);
    private final Map<Server, Long> failures = new EnumMap<>(Server.class);
    private final Set<Server> suspects = new HashSet<>();
    private final Set<Server> trials = new HashSet<>();

    /**
     * A server that is away.
     *
     * @param since when it was first noticed, by this machine's clock
     * @param reason one line
     */
    public record Outage(Server server, Instant since, String reason) {}

    /** The outage of a server, where it is known to be away. */
    public synchronized Optional<Outage> of(Server server) {
        return Optional.ofNullable(outages.get(server));
    }

    /**
     * For a step whose failure costs something: whether a server may be asked now. One that is away may be asked by one message
     * a trial.
     */
    public synchronized boolean mayBeTried(Server server) {
        return !outages.containsKey(server) || trials.remove(server);
    }

    /** One message may try a server that is away. */
    synchronized void allowTrial(Server server) {
        trials.add(server);
    }

    /** A server worked for somebody: it is there, and whoever it failed before was failed alone. */
    public synchronized void worked(Server server) {
        failedSubjects.remove(server);
        trials.remove(server);
        cleared(server);
        Outage ended = outages.remove(server);
        if (ended != null) {
            LOG.warn("{} is back, it was away since {}", server, ended.since());
        }
    }

    /** A probe of a server failed. */
    public synchronized void away(Server server, String reason) {
        cleared(server);
        if (outages.putIfAbsent(server, new Outage(server, Instant.now(), reason)) == null) {
            LOG.warn("{} is away, {} until it is back: {}", server, server.meanwhile(), reason);
        }
    }

    /** Something looks as if the server was away; the next probe will tell, see {@link #isAway}. */
    synchronized void suspect(Server server) {
        if (!outages.containsKey(server)) {
            suspects.add(server);
            notifyAll();
        }
    }

    /** Whether the server is known to be away; where it is suspected, the probe's word is waited for. */
    synchronized boolean isAway(Server server, Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        for (long left = limit.toMillis(); suspects.contains(server) && left > 0; ) {
            wait(left);
            left = Duration.ofNanos(end - System.nanoTime()).toMillis();
        }
        return outages.containsKey(server);
    }

    private void cleared(Server server) {
        if (suspects.remove(server)) {
            notifyAll();
        }
    }

    /**
     * A server failed somebody.
     *
     * @return whether it is away, as this failure confirms or shows
     */
    public synchronized boolean failed(ServerFailedException failure) {
        Set<String> subjects = failedSubjects.computeIfAbsent(failure.server(), server -> new HashSet<>());
        subjects.add(failure.subject());
        trials.remove(failure.server());
        failures.merge(failure.server(), 1L, Long::sum);
        if (failure.provesOutage() || subjects.size() >= SUBJECTS_THAT_SHOW_AN_OUTAGE) {
            subjects.clear();
            away(failure.server(), OneLine.of(failure.getMessage()));
        }
        notifyAll();
        return outages.containsKey(failure.server());
    }

    /** How often the server has failed a delivery so far. */
    synchronized long failures(Server server) {
        return failures.getOrDefault(server, 0L);
    }

    synchronized boolean isSuspect(Server server) {
        return suspects.contains(server);
    }

    /** Returns after the time, or earlier where something has happened that is worth a look. */
    synchronized void awaitNews(Duration time) throws InterruptedException {
        if (suspects.isEmpty()) {
            wait(time.toMillis());
        }
    }
}

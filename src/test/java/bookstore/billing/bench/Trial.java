package bookstore.billing.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One run of one contender under one load: a new database, new queues, new processes. */
final class Trial {

    private static final Duration START_LIMIT = Duration.ofMinutes(4);
    private static final Duration FILLED_AHEAD_FOR = Duration.ofSeconds(5);
    private static final Duration WARM_UP_LIMIT = Duration.ofSeconds(240);
    private static final Duration WARM_UP_LOOK = Duration.ofSeconds(5);
    private static final double WARM_SHARE = 0.05;
    private static final double WARM_MILLIS = 100;
    private static final Duration LATE = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(200);

    private final Servers servers;
    private final Profile profile;
    private final Contender contender;
    private final Load load;
    private final Path log;

    Trial(Servers servers, Profile profile, Contender contender, Load load, Path log) {
        this.servers = servers;
        this.profile = profile;
        this.contender = contender;
        this.load = load;
        this.log = log;
    }

    Figures run() throws IOException, InterruptedException, TimeoutException {
        Files.createDirectories(log.getParent());
        try (BenchDatabase database = BenchDatabase.create(servers);
                BenchQueue queue = BenchQueue.create(servers);
                BenchProvider provider =
                        BenchProvider.start(load.payment(), log.resolveSibling(log.getFileName() + ".provider"))) {
            if (contender.readsQueue()) {
                queue.fill(ordersToFill(), load);
            }
            try (ChildProcess process =
                    contender.start(servers, database.name(), provider.url(), load, profile.variant(), log)) {
                return measure(database, queue, provider, process);
            }
        }
    }

    /** More than are taken within the window: a queue that runs dry would be measured as a slow contender. */
    private long ordersToFill() {
        Duration until = profile.window(load).plus(FILLED_AHEAD_FOR);
        double messages = load.ceiling() * until.toSeconds() + load.consumers() * 4.0;
        return Math.round(messages / load.messagesPerOrder());
    }

    private Figures measure(BenchDatabase database, BenchQueue queue, BenchProvider provider, ChildProcess process)
            throws IOException, InterruptedException {
        awaitFirstInvoice(database, process);
        Duration window = profile.window(load);
        awaitWarm(queue, process);

        ConnectionWatch watch = ConnectionWatch.start(database, load.payment());
        Map<String, Double> before = processorTimes(provider, process);
        Instant from = Instant.now();
        Thread.sleep(window.toMillis());
        Instant to = Instant.now();
        Map<String, Double> after = processorTimes(provider, process);
        ConnectionWatch.Seen connections = watch.end();
        process.requireRunning();
        if (contender.readsQueue() && queue.ready() == 0) {
            throw new IllegalStateException("the queue ran dry before the window ended");
        }
        double messages = database.committedBetween(from, to) * load.messagesPerOrder();

        var millisPerMessage = new LinkedHashMap<String, Double>();
        after.forEach((name, millis) -> millisPerMessage.put(name, (millis - before.get(name)) / messages));
        double seconds = Duration.between(from, to).toNanos() / 1e9;
        Figures.Latency latency = contender.readsQueue() && profile.latency() ? latency(database, queue) : null;
        return new Figures(messages / seconds, millisPerMessage, connections, latency, queue.deadLetters());
    }

    private void awaitFirstInvoice(BenchDatabase database, ChildProcess process) throws InterruptedException {
        Instant limit = Instant.now().plus(START_LIMIT);
        while (database.invoices() == 0) {
            process.requireRunning();
            if (Instant.now().isAfter(limit)) {
                throw new IllegalStateException("no invoice within " + START_LIMIT.toSeconds() + " s, see " + log);
            }
            Thread.sleep(POLL.toMillis());
        }
    }

    /**
     * Two windows at least, and until the JVM has compiled what it will: on two cores that takes minutes, and costs a
     * contender with much code far more than one with little. The queue is kept full meanwhile.
     */
    private void awaitWarm(BenchQueue queue, ChildProcess process) throws IOException, InterruptedException {
        Instant earliest = Instant.now().plus(profile.window(load).multipliedBy(2));
        Instant latest = earliest.plus(WARM_UP_LIMIT);
        while (true) {
            double compiled = ProcessorTime.compilersMillis(process.pid());
            double all = ProcessorTime.millis(process.pid());
            Instant end = Instant.now().plus(WARM_UP_LOOK);
            while (Instant.now().isBefore(end)) {
                if (contender.readsQueue()) {
                    queue.fill(ordersToFill() - queue.ready() / load.messagesPerOrder(), load);
                }
                Thread.sleep(POLL.toMillis());
            }
            compiled = ProcessorTime.compilersMillis(process.pid()) - compiled;
            all = ProcessorTime.millis(process.pid()) - all;
            boolean warm = compiled < Math.max(WARM_MILLIS, WARM_SHARE * all);
            if (warm && Instant.now().isAfter(earliest)) {
                return;
            }
            if (Instant.now().isAfter(latest)) {
                System.out.printf(
                        "not warm after %d s: %.0f%% of its processor time goes to compilers%n",
                        WARM_UP_LIMIT.toSeconds(), 100 * compiled / all);
                return;
            }
        }
    }

    private Map<String, Double> processorTimes(BenchProvider provider, ChildProcess process) {
        var times = new LinkedHashMap<String, Double>();
        times.put("consumer", ProcessorTime.millis(process.pid()));
        times.put("database", ProcessorTime.millis(servers.sqlProcess()));
        if (contender.readsQueue()) {
            times.put("broker", ProcessorTime.millis(servers.amqpProcess()));
            times.put("provider", ProcessorTime.millis(provider.pid()));
        }
        return times;
    }

    /** The process is warm; what is left of the full queue goes first. */
    private Figures.@Nullable Latency latency(BenchDatabase database, BenchQueue queue)
            throws IOException, InterruptedException {
        queue.purge();
        awaitQuiet(database);
        int orders = profile.ordersForLatency(load);
        Map<UUID, Instant> planned = queue.publishPaced(load.pace(), orders, load);
        Instant limit = Instant.now().plus(load.payment()).plus(LATE);
        Map<UUID, Instant> committed = database.commitTimes(planned.keySet());
        while (committed.size() < orders && Instant.now().isBefore(limit)) {
            Thread.sleep(POLL.toMillis());
            committed = database.commitTimes(planned.keySet());
        }
        return Figures.Latency.of(planned, committed);
    }

    /** No invoice for longer than a payment takes: what the consumers had fetched is done. */
    private void awaitQuiet(BenchDatabase database) throws InterruptedException {
        Instant limit = Instant.now().plus(START_LIMIT);
        long before = -1;
        for (long now = database.invoices();
                now != before && Instant.now().isBefore(limit);
                now = database.invoices()) {
            before = now;
            Thread.sleep(load.payment().plusSeconds(1).toMillis());
        }
    }
}

package bookstore.billing.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * What the cleaner costs those who consume, and what a large inbox does. The same warm instances are measured on an empty inbox,
 * on a full one, and on a full one that is cleaned.
 */
final class CleanerTrial {

    private static final Load LOAD = Profile.NO_PAYMENT_TIME;
    private static final int WARM_UP = 8_000;
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration CLEANING_LIMIT = Duration.ofHours(2);

    private final Servers servers;
    private final CleanerProfile profile;
    private final Path results;

    CleanerTrial(Servers servers, CleanerProfile profile, Path results) {
        this.servers = servers;
        this.profile = profile;
        this.results = results;
    }

    /** Latencies in milliseconds, and the database's processor time an order. */
    private record Measured(List<Double> millis, int sent, double databaseMillis) {

        double quantile(double quantile) {
            return millis.isEmpty() ? Double.NaN : Figures.Latency.quantile(millis, quantile);
        }

        String row(String name) {
            return "| %s | %d | %d | %s | %s | %s |\n"
                    .formatted(
                            name,
                            sent,
                            sent - millis.size(),
                            Report.number(quantile(0.5)),
                            Report.number(quantile(0.95)),
                            Report.number(databaseMillis));
        }
    }

    /** @return whether all that was expired is gone, and nothing deadlocked */
    boolean run() throws IOException, InterruptedException, TimeoutException, SQLException {
        Path logs = results.resolve("logs");
        Files.createDirectories(logs);
        var instances = new ArrayList<ChildProcess>();
        try (BenchDatabase database = BenchDatabase.create(servers);
                CleanerDatabase inbox = new CleanerDatabase(database);
                BenchQueue queue = BenchQueue.create(servers);
                BenchProvider provider = BenchProvider.start(Duration.ZERO, logs.resolve("cleaner.provider"))) {
            try {
                inbox.holdBack();
                for (int i = 1; i <= profile.instances(); i++) {
                    instances.add(start(database, provider, logs.resolve("cleaner-" + i)));
                }
                instances.forEach(CleanerTrial::awaitStarted);
                return measure(database, inbox, queue);
            } finally {
                instances.forEach(ChildProcess::close);
            }
        }
    }

    private boolean measure(BenchDatabase database, CleanerDatabase inbox, BenchQueue queue)
            throws IOException, InterruptedException {
        queue.fill(WARM_UP, LOAD);
        awaitInvoices(database, WARM_UP);
        // what is compiled for a full queue is not all that an even pace needs
        window(database, queue);
        Measured empty = window(database, queue);
        say("filling");
        inbox.fill(profile);
        String before = inbox.sizes();
        Measured full = window(database, queue);

        long deadlocks = inbox.deadlocks();
        long deletedBefore = inbox.deleted();
        say("cleaning");
        Instant began = Instant.now();
        inbox.letClean();
        var windows = new ArrayList<Measured>();
        var done = new Cleaning(inbox, deletedBefore + profile.expired());
        Thread watch = new Thread(done, "cleaning");
        watch.start();
        while (watch.isAlive() && Duration.between(began, Instant.now()).compareTo(CLEANING_LIMIT) < 0) {
            windows.add(window(database, queue));
        }
        watch.interrupt();
        watch.join();
        double seconds = Duration.between(began, done.ended()).toMillis() / 1e3;
        long left = inbox.expired();
        long deadlocked = inbox.deadlocks() - deadlocks;
        Measured cleaned = all(windows);
        Measured after = window(database, queue);

        String text = "%d rows, %d of them expired, %d instances, %s orders/s, batches of %s, pauses of %s. %s\n\n"
                        .formatted(
                                profile.rows(),
                                profile.expired(),
                                profile.instances(),
                                Report.number(profile.pace()),
                                profile.batch(),
                                profile.pause(),
                                Machine.describe(servers))
                + "| inbox | orders | not invoiced in time | p50 ms | p95 ms | database, CPU ms/order |\n|---|--:|--:|--:|--:|--:|\n"
                + empty.row("empty")
                + full.row("full, not cleaned")
                + cleaned.row("full, while it is cleaned")
                + after.row("cleaned")
                + "\n| to be reached | | measured |\n|---|--:|--:|\n"
                + "| p95 while it is cleaned / not cleaned, at most | 1.2 | %s |\n"
                        .formatted(Report.number(cleaned.quantile(0.95) / full.quantile(0.95)))
                + "| p50 full / empty, at most | 1.2 | %s |\n"
                        .formatted(Report.number(full.quantile(0.5) / empty.quantile(0.5)))
                + "| database's CPU an order, full / empty, at most | 1.2 | %s |\n"
                        .formatted(Report.number(full.databaseMillis() / empty.databaseMillis()))
                + "| deadlocks | 0 | %d |\n| expired rows left | 0 | %d |\n".formatted(deadlocked, left)
                + "\n%s rows/s (%s s). Before: %s. After: %s.\n"
                        .formatted(
                                Report.number((profile.expired() - left) / seconds),
                                Report.number(seconds),
                                before,
                                inbox.sizes());
        Files.writeString(results.resolve("cleaner.md"), text);
        System.out.println("\n" + text);
        return left == 0 && deadlocked == 0;
    }

    /** Notices when the last expired row has been deleted. */
    private record Cleaning(CleanerDatabase inbox, long until, Instant[] end) implements Runnable {

        Cleaning(CleanerDatabase inbox, long until) {
            this(inbox, until, new Instant[1]);
        }

        @Override
        public void run() {
            try {
                while (inbox.deleted() < until) {
                    Thread.sleep(200);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            end[0] = Instant.now();
        }

        Instant ended() {
            return end[0];
        }
    }

    private Measured window(BenchDatabase database, BenchQueue queue) throws IOException, InterruptedException {
        double before = ProcessorTime.millis(servers.sqlProcess());
        int orders = profile.ordersInWindow();
        Map<UUID, Instant> planned = queue.publishPaced(profile.pace(), orders, LOAD);
        double spent = ProcessorTime.millis(servers.sqlProcess()) - before;
        Instant limit = Instant.now().plus(Duration.ofSeconds(30));
        Map<UUID, Instant> committed = database.commitTimes(planned.keySet());
        while (committed.size() < orders && Instant.now().isBefore(limit)) {
            Thread.sleep(100);
            committed = database.commitTimes(planned.keySet());
        }
        var measured = new Measured(Figures.Latency.millis(planned, committed), orders, spent / orders);
        say("p50 " + Report.number(measured.quantile(0.5)) + " ms, p95 " + Report.number(measured.quantile(0.95))
                + " ms");
        return measured;
    }

    private static Measured all(List<Measured> windows) {
        return new Measured(
                windows.stream()
                        .flatMap(window -> window.millis().stream())
                        .sorted()
                        .toList(),
                windows.stream().mapToInt(Measured::sent).sum(),
                windows.stream().mapToDouble(Measured::databaseMillis).average().orElse(Double.NaN));
    }

    private ChildProcess start(BenchDatabase database, BenchProvider provider, Path log) {
        var environment = new HashMap<>(servers.environment(database.name(), provider.url(), LOAD));
        environment.put("BILLING_INBOX_CLEANUP_PERIOD", "1s");
        environment.put("BILLING_INBOX_CLEANUP_BATCH", profile.batch());
        environment.put("BILLING_INBOX_CLEANUP_PAUSE", profile.pause());
        return ChildProcess.start(environment, List.of(ChildProcess.JAVA, "-Xmx512m", "-jar", Variant.JAR), log);
    }

    private static void awaitStarted(ChildProcess instance) {
        Instant limit = Instant.now().plus(LIMIT);
        while (!instance.said().contains("Started BillingApplication")) {
            instance.requireRunning();
            if (Instant.now().isAfter(limit)) {
                throw new IllegalStateException("an instance has not started in time");
            }
            LockSupport.parkNanos(200_000_000);
        }
    }

    private static void awaitInvoices(BenchDatabase database, long count) throws InterruptedException {
        Instant limit = Instant.now().plus(LIMIT);
        while (database.invoices() < count) {
            if (Instant.now().isAfter(limit)) {
                throw new IllegalStateException("the instances are not warm in time");
            }
            Thread.sleep(200);
        }
    }

    private static void say(String line) {
        System.out.println(line);
    }
}

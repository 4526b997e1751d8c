package bookstore.billing.bench;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.nio.file.Path;
import java.util.Map;
import org.slf4j.LoggerFactory;

/**
 * Runs every contender under every load, in turn and several times, and tells what it came to. {@code .ci/bench} starts it
 * with the servers it needs; {@code src/docs/benchmark.md} says what is measured.
 */
public final class Benchmark {

    private static final Path RESULTS = Path.of("target", "bench");

    private Benchmark() {}

    /** @param args see {@link Profile#of} and {@link CleanerProfile#of} */
    public static void main(String[] args) throws Exception {
        // what it prints is the table; libraries speak only of what goes wrong
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.ERROR);
        Servers servers = Servers.started();
        if (args.length > 0 && args[0].equals("cleaner")) {
            System.exit(new CleanerTrial(servers, CleanerProfile.of(args), RESULTS).run() ? 0 : 1);
        }
        Profile profile = Profile.of(args);
        Map<String, String> machine = Machine.describe(servers);
        var results = new Results();
        var report = new Report(profile, machine, results);
        for (int round = 1; round <= profile.rounds(); round++) {
            for (Load load : profile.loads()) {
                for (Contender contender : profile.contenders()) {
                    if (profile.runs(contender, load)) {
                        Results.Run run = run(servers, profile, round, load, contender);
                        results.add(run);
                        tell(run);
                        // after each run: what there is survives an interrupt
                        report.write(RESULTS);
                    }
                }
            }
            if (profile.relay()) {
                RelayTrial.Rates rates = new RelayTrial(servers, RESULTS.resolve("logs/relay-" + round)).run();
                results.add(rates);
                System.out.println("round " + round + ", the outbox's relay: " + Report.number(rates.relay())
                        + " events/s, published straight " + Report.number(rates.straight()));
                report.write(RESULTS);
            }
        }
        System.out.println("\n" + report.markdown());
        System.out.println("Written to " + RESULTS + "/benchmark.md and .json; what the processes said is there too.");
        System.exit(results.runs().stream().anyMatch(run -> run.failure() != null) ? 1 : 0);
    }

    private static Results.Run run(Servers servers, Profile profile, int round, Load load, Contender contender)
            throws InterruptedException {
        String name = "%s-%d-%d-%d-%d"
                .formatted(contender.letter(), load.payment().toMillis(), load.copies(), load.consumers(), round);
        try {
            var trial = new Trial(servers, profile, contender, load, RESULTS.resolve("logs/" + name));
            return new Results.Run(round, load, contender, trial.run(), null);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return new Results.Run(round, load, contender, null, e.toString());
        }
    }

    private static void tell(Results.Run run) {
        Figures figures = run.figures();
        String outcome =
                figures == null ? "failed: " + run.failure() : Report.number(figures.perSecond()) + " messages/s";
        System.out.println("round " + run.round() + ", " + run.load() + ": ("
                + run.contender().letter() + ") " + outcome);
    }
}

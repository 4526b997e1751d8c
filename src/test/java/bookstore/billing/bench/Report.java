package bookstore.billing.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The table, for people and for programs. */
final class Report {

    private static final String HEAD =
            """
            | contender | messages/s | slowest–fastest | of (b) | p50 ms | p99 ms | CPU ms/message: consumer | database | broker | provider | connections busy | idle in transaction | held through a payment, at most | dead letters |
            |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
            """;

    private final Profile profile;
    private final Map<String, String> machine;
    private final Results results;

    Report(Profile profile, Map<String, String> machine, Results results) {
        this.profile = profile;
        this.machine = machine;
        this.results = results;
    }

    void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("benchmark.md"), markdown());
        new ObjectMapper()
                .registerModule(new JavaTimeModule())
                .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
                .enable(SerializationFeature.INDENT_OUTPUT)
                .writeValue(
                        folder.resolve("benchmark.json").toFile(),
                        Map.of(
                                "profile", profile.name(),
                                "rounds", profile.rounds(),
                                "machine", machine,
                                "runs", results.runs(),
                                "relay", results.relays()));
    }

    String markdown() {
        var text = new StringBuilder("Profile ").append(profile.name()).append(", medians of ");
        text.append(profile.rounds()).append(" rounds. ");
        text.append(machine.entrySet().stream()
                .map(line -> line.getKey() + " " + line.getValue())
                .collect(Collectors.joining(", ", "Machine: ", ".\n\n")));
        text.append(targets());
        text.append(relay());
        for (Load load : profile.loads()) {
            List<Contender> contenders = profile.contenders().stream()
                    .filter(contender -> !results.runs(load, contender).isEmpty())
                    .toList();
            if (!contenders.isEmpty()) {
                text.append("\n**").append(load).append("**\n\n").append(HEAD);
                contenders.forEach(contender -> text.append(row(load, contender)));
                profile.contenders().forEach(contender -> contender
                        .reasonNotToRun(load)
                        .ifPresent(reason ->
                                text.append("\n(%s) does not run: %s.\n".formatted(contender.letter(), reason))));
            }
        }
        return text.toString();
    }

    private String targets() {
        var text = new StringBuilder("| to be reached | at least | measured | |\n|---|--:|--:|---|\n");
        for (Target target : Target.ALL) {
            OptionalDouble reached = target.reached(results);
            text.append("| %s | %s | %s | %s |\n"
                    .formatted(
                            target.words(),
                            number(target.atLeast()),
                            number(reached),
                            reached.isEmpty()
                                    ? "not measured"
                                    : reached.getAsDouble() >= target.atLeast() ? "reached" : "missed"));
        }
        return text.toString();
    }

    private String relay() {
        return results.relays().isEmpty()
                ? ""
                : """

                | the outbox's relay: events/s | published straight, events/s | relay / straight |
                |--:|--:|--:|
                | %s | %s | %s |
                """
                        .formatted(
                                number(results.relay(RelayTrial.Rates::relay)),
                                number(results.relay(RelayTrial.Rates::straight)),
                                number(results.relay(rates -> rates.relay() / rates.straight())));
    }

    private String row(Load load, Contender contender) {
        return "| (%s) %s%s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n"
                .formatted(
                        contender.letter(),
                        contender.words(),
                        failures(load, contender),
                        median(load, contender, Figures::perSecond),
                        spread(load, contender),
                        number(results.ratio(load, contender, load, Contender.BY_HAND)),
                        median(load, contender, figures -> latency(figures, Figures.Latency::p50)),
                        median(load, contender, figures -> latency(figures, Figures.Latency::p99)),
                        processor(load, contender, "consumer"),
                        processor(load, contender, "database"),
                        processor(load, contender, "broker"),
                        processor(load, contender, "provider"),
                        median(load, contender, figures -> figures.connections().busy()),
                        median(load, contender, figures -> figures.connections().idleInTransaction()),
                        load.payment().isZero()
                                ? "–"
                                : Long.toString(results.figures(load, contender)
                                        .mapToLong(
                                                figures -> figures.connections().mostHeld())
                                        .max()
                                        .orElse(0)),
                        contender.readsQueue()
                                ? Long.toString(results.figures(load, contender)
                                        .mapToLong(Figures::deadLettered)
                                        .sum())
                                : "–");
    }

    private String failures(Load load, Contender contender) {
        long failed = results.runs(load, contender).stream()
                .filter(run -> run.failure() != null)
                .count();
        long missing = results.figures(load, contender)
                .map(Figures::latency)
                .filter(Objects::nonNull)
                .mapToLong(Figures.Latency::missing)
                .sum();
        return (failed == 0 ? "" : ", " + failed + " runs failed")
                + (missing == 0 ? "" : ", " + missing + " orders not invoiced in time");
    }

    private static @Nullable Double latency(Figures figures, Function<Figures.Latency, @Nullable Double> value) {
        return figures.latency() == null ? null : value.apply(figures.latency());
    }

    private String processor(Load load, Contender contender, String process) {
        return median(load, contender, figures -> figures.millisPerMessage().get(process));
    }

    private String spread(Load load, Contender contender) {
        var rates =
                results.figures(load, contender).mapToDouble(Figures::perSecond).summaryStatistics();
        return rates.getCount() == 0 ? "–" : number(rates.getMin()) + "–" + number(rates.getMax());
    }

    private String median(Load load, Contender contender, Function<Figures, @Nullable Double> value) {
        return number(results.median(load, contender, value));
    }

    private static String number(OptionalDouble value) {
        return value.isEmpty() || Double.isNaN(value.getAsDouble()) ? "–" : number(value.getAsDouble());
    }

    /** Three digits are more than the noise leaves. */
    static String number(double value) {
        String format = value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, format, value);
    }
}

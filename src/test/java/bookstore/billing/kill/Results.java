package bookstore.billing.kill;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The rounds that were played so far, one a line, of one version of the product in one mode. Each line is written when its round
 * is over, so that a run that is interrupted has lost one round and nothing else.
 */
final class Results {

    private static final int FIELDS = 7;

    private final Path file;
    private final List<Row> rows = new ArrayList<>();

    private Results(Path file) {
        this.file = file;
    }

    /** @param what the version and the mode; another one has another file */
    static Results of(Path directory, Mode mode, String what) {
        var results = new Results(directory.resolve(mode.name().toLowerCase(Locale.ROOT) + "-" + what + ".tsv"));
        try {
            Files.createDirectories(directory);
            if (Files.exists(results.file)) {
                // a line without its end is of a round whose writing was interrupted
                Files.readAllLines(results.file).stream()
                        .map(line -> line.split("\t", -1))
                        .filter(fields -> fields.length == FIELDS)
                        .map(Row::read)
                        .forEach(results.rows::add);
            }
            return results;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int size() {
        return rows.size();
    }

    void add(Outcome outcome, long seed) {
        var row = new Row(
                outcome.point(), outcome.lost().size(), outcome.doubled().size(), outcome.recovery());
        rows.add(row);
        String line = String.join(
                "\t",
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                Long.toString(seed),
                row.point(),
                Integer.toString(row.lost()),
                Integer.toString(row.doubled()),
                Long.toString(row.recovery().toMillis()),
                String.join("; ", outcome.lost()) + String.join("; ", outcome.doubled()));
        try {
            Files.writeString(file, line + "\n", UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int lost() {
        return rows.stream().mapToInt(Row::lost).sum();
    }

    int doubled() {
        return rows.stream().mapToInt(Row::doubled).sum();
    }

    /** In Markdown, with the points in the order in which they came first. */
    String table() {
        Map<String, List<Row>> byPoint = new LinkedHashMap<>();
        rows.forEach(row ->
                byPoint.computeIfAbsent(row.point(), any -> new ArrayList<>()).add(row));
        var table = new StringBuilder("| point | kills | lost | charged twice | time to recover: median | longest |\n")
                .append("|---|---:|---:|---:|---:|---:|\n");
        byPoint.forEach((point, itsRows) -> table.append(line(point, itsRows)));
        return table.append(line("**all**", rows)).toString();
    }

    private static String line(String name, List<Row> rows) {
        List<Duration> sorted = rows.stream().map(Row::recovery).sorted().toList();
        if (sorted.isEmpty()) {
            return "";
        }
        return "| %s | %d | %d | %d | %s | %s |%n"
                .formatted(
                        name,
                        rows.size(),
                        rows.stream().mapToInt(Row::lost).sum(),
                        rows.stream().mapToInt(Row::doubled).sum(),
                        seconds(sorted.get(sorted.size() / 2)),
                        seconds(sorted.get(sorted.size() - 1)));
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }

    @Override
    public String toString() {
        return file.toString();
    }

    private record Row(String point, int lost, int doubled, Duration recovery) {

        static Row read(String[] fields) {
            return new Row(
                    fields[2],
                    Integer.parseInt(fields[3]),
                    Integer.parseInt(fields[4]),
                    Duration.ofMillis(Long.parseLong(fields[5])));
        }
    }
}

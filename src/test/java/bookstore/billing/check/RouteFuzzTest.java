package bookstore.billing.check;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.io.TempDir;

/** A file that ships, with one line of it gone or changed by chance, is examined to the end. */
class RouteFuzzTest {

    private static final int EDITS = 60;

    @TempDir
    private Path directory;

    @RepeatedTest(3)
    void editedRouteIsExaminedToTheEnd() throws IOException {
        long seed = Long.getLong("billing.fuzz.seed", System.nanoTime());
        var random = new Random(seed);
        List<Path> shipped = RouteFiles.of(List.of(Path.of("routes"))).paths();
        Path edited = directory.resolve("edited.camel.yaml");
        for (int i = 0; i < EDITS; i++) {
            List<String> lines = new ArrayList<>(Files.readAllLines(shipped.get(random.nextInt(shipped.size()))));
            int line = random.nextInt(lines.size());
            String before = lines.remove(line);
            String after = edit(before, random);
            if (after != null) {
                lines.add(line, after);
            }
            Files.write(edited, lines);
            assertThatCode(() -> new RouteCheck(directory, List.of()).examine(List.of(edited)))
                    .as("-Dbilling.fuzz.seed=%d, line %d: \"%s\" became \"%s\"", seed, line + 1, before, after)
                    .doesNotThrowAnyException();
        }
    }

    /** Null where the line goes. */
    private static String edit(String line, Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> line.replaceFirst(":.*", ":");
            case 1 -> line.replaceFirst(": .*", ": 17");
            case 2 -> line.replaceFirst(": .*", ": [a, {b: c}]");
            case 3 -> line.replaceFirst(": .*", ": \"{{a:\"");
            case 4 -> line.replaceFirst("(\\w+):", "x$1:");
            case 5 -> "  " + line;
            case 6 -> line.replaceFirst(": .*", ": \"#\"");
            default -> null;
        };
    }
}

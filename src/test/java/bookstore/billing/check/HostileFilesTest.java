package bookstore.billing.check;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a file holds, the check says what is wrong with it, and where. */
class HostileFilesTest {

    private static final String BOMB = bomb();

    private static final Map<String, byte[]> FILES = new TreeMap<>(Map.ofEntries(
            Map.entry("nothing", bytes("")),
            Map.entry("a comment alone", bytes("# nothing\n")),
            Map.entry("a word", bytes("route\n")),
            Map.entry("a null", bytes("- ~\n- route: ~\n")),
            Map.entry("a bomb of aliases", bytes(BOMB)),
            Map.entry("an alias of itself", bytes("- &a [*a]\n")),
            Map.entry("ten megabytes", bytes("- route:\n" + " ".repeat(10_000_000))),
            Map.entry("a key twice", bytes("- route:\n    id: a\n    id: b\n")),
            Map.entry("tabs", bytes("- route:\n\tid: a\n")),
            Map.entry("a byte order mark", bytes("\uFEFF- route:\n    id: a\n")),
            Map.entry("Latin 1", "- route:\n    id: fat\u00fcra\n".getBytes(ISO_8859_1)),
            Map.entry("NULs", new byte[1000]),
            Map.entry("two documents", bytes("- route:\n    id: a\n---\n- route:\n    id: b\n")),
            Map.entry("a list as key", bytes("- ? [a, b]\n  : c\n")),
            Map.entry("nested deeply", bytes("[".repeat(5000))),
            Map.entry("a foreign tag", bytes("- !!java/object:java.io.File\n  a: b\n")),
            Map.entry(
                    "a number as step",
                    bytes("- route:\n    from:\n      uri: timer:a\n      steps:\n        - 17\n"))));

    @TempDir
    private Path directory;

    static List<String> files() {
        return List.copyOf(FILES.keySet());
    }

    @ParameterizedTest
    @MethodSource("files")
    void hostileFileIsAFinding(String name) throws IOException {
        Path file = directory.resolve("hostile.camel.yaml");
        Files.write(file, FILES.get(name));
        var check = new RouteCheck(directory, List.of());

        check.examine(List.of(file));

        assertThat(check.problems()).isNotEmpty().allSatisfy(problem -> {
            assertThat(problem.line()).isPositive();
            assertThat(problem.column()).isPositive();
            assertThat(problem.text()).isNotBlank().doesNotContain("Exception", "null");
        });
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    /** Nine lines that stand for a thousand million words. */
    private static String bomb() {
        var text = new StringBuilder("- &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 9; i++) {
            text.append("- &a%d [%s]\n".formatted(i, "*a%d, ".formatted(i - 1).repeat(10)));
        }
        return text.toString();
    }
}

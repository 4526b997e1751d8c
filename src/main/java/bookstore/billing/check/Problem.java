package bookstore.billing.check;

import bookstore.billing.delivery.OneLine;
import java.nio.file.Path;
import java.util.Comparator;

/**
 * Something to mend in a file.
 *
 * @param line from 1
 * @param column from 1
 * @param rule an id of {@code route-rules.md}
 * @param text one sentence
 */
public record Problem(Path file, int line, int column, String rule, String text) implements Comparable<Problem> {

    private static final Comparator<Problem> ORDER = Comparator.comparing(Problem::file)
            .thenComparing(Problem::line)
            .thenComparing(Problem::column)
            .thenComparing(Problem::rule)
            .thenComparing(Problem::text);

    @Override
    public int compareTo(Problem other) {
        return ORDER.compare(this, other);
    }

    /** {@code file:line:column: rule: text}, as compilers do. */
    @Override
    public String toString() {
        return "%s:%d:%d: %s: %s".formatted(OneLine.of(file.toString()), line, column, rule, OneLine.of(text));
    }
}

package bookstore.billing.command;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows under headings, as wide as their texts; the last column is cut where the line would be too long. */
final class Table {

    private static final String GAP = "  ";

    private final List<String[]> rows = new ArrayList<>();

    Table(String... headings) {
        rows.add(headings);
    }

    /** @param cells as many as there are headings; null is shown as a dash */
    void row(@Nullable Object... cells) {
        rows.add(Arrays.stream(cells)
                .map(cell -> cell == null || cell.toString().isEmpty() ? "-" : Lines.printable(cell.toString()))
                .toArray(String[]::new));
    }

    boolean isEmpty() {
        return rows.size() == 1;
    }

    void print(PrintWriter out) {
        for (String[] row : rows) {
            var line = new StringBuilder();
            for (int column = 0; column < row.length; column++) {
                line.append(column == 0 ? "" : GAP).append(row[column]);
                if (column < row.length - 1) {
                    line.append(" ".repeat(Math.max(0, widest(column) - row[column].length())));
                }
            }
            out.println(Lines.cut(line.toString().stripTrailing(), Lines.width()));
        }
        out.flush();
    }

    private int widest(int column) {
        return rows.stream().mapToInt(row -> row[column].length()).max().orElse(0);
    }
}

package bookstore.billing.command;

import bookstore.billing.delivery.OneLine;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows under headings, as wide as their texts; the last column is cut where the line would be too long. */
final class Table {

    private static final int DEFAULT_WIDTH = 120;
    private static final int MIN_WIDTH = 60;
    private static final String GAP = "  ";

    private final List<String[]> rows = new ArrayList<>();

    Table(String... headings) {
        rows.add(headings);
    }

    /** @param cells as many as there are headings; null is shown as a dash */
    void row(@Nullable Object... cells) {
        rows.add(Arrays.stream(cells)
                .map(cell -> cell == null || cell.toString().isEmpty() ? "-" : OneLine.of(cell.toString()))
                .toArray(String[]::new));
    }

    boolean isEmpty() {
        return rows.size() == 1;
    }

    void print(PrintWriter out) {
        int width = width();
        for (String[] row : rows) {
            var line = new StringBuilder();
            for (int column = 0; column < row.length; column++) {
                line.append(column == 0 ? "" : GAP).append(row[column]);
                if (column < row.length - 1) {
                    line.append(" ".repeat(Math.max(0, widest(column) - row[column].length())));
                }
            }
            String text = line.toString().stripTrailing();
            out.println(text.length() <= width ? text : text.substring(0, width - 1) + "…");
        }
        out.flush();
    }

    private int widest(int column) {
        return rows.stream().mapToInt(row -> row[column].length()).max().orElse(0);
    }

    /** The terminal's, where the shell tells it. */
    private static int width() {
        String columns = System.getenv("COLUMNS");
        return columns != null && columns.matches("[0-9]{1,4}")
                ? Math.max(MIN_WIDTH, Integer.parseInt(columns))
                : DEFAULT_WIDTH;
    }
}

package bookstore.billing.command;

import bookstore.billing.delivery.OneLine;

/** Text that fits the terminal, and does nothing to it. */
final class Lines {

    private static final int DEFAULT_WIDTH = 120;
    private static final int MIN_WIDTH = 60;

    private Lines() {}

    /** The terminal's, where the shell tells it. */
    static int width() {
        String columns = System.getenv("COLUMNS");
        return columns != null && columns.matches("[0-9]{1,4}")
                ? Math.max(MIN_WIDTH, Integer.parseInt(columns))
                : DEFAULT_WIDTH;
    }

    /** One line without control characters; ids and errors come from outside. */
    static String printable(String text) {
        return OneLine.of(text);
    }

    static String cut(String text, int width) {
        return text.length() <= width ? text : text.substring(0, width - 1) + "…";
    }
}

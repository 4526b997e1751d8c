package bookstore.billing.dev;

import java.io.PrintStream;
import java.util.Locale;

/** Where the demo tells its story: plain lines, coloured where a person reads them. ASCII, which every terminal shows. */
final class Terminal {

    enum Colour {
        GREEN(32),
        CYAN(36),
        YELLOW(33),
        RED(31),
        BOLD(1);

        private final int code;

        Colour(int code) {
            this.code = code;
        }
    }

    private final PrintStream out;
    private final boolean coloured;

    Terminal(PrintStream out, boolean coloured) {
        this.out = out;
        this.coloured = coloured;
    }

    /** Coloured unless the output is a file or a pipe, or NO_COLOR is set (no-color.org). */
    static Terminal ofThisProcess() {
        return new Terminal(System.out, isTerminal() && System.getenv("NO_COLOR") == null);
    }

    /** From Java 22 on there is always a console, and it says itself whether it is a terminal. */
    private static boolean isTerminal() {
        var console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (boolean) console.getClass().getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException olderJava) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    void say(String line, Object... arguments) {
        write(format(line, arguments) + System.lineSeparator());
    }

    void say(Colour colour, String line, Object... arguments) {
        write(in(colour, format(line, arguments)) + System.lineSeparator());
    }

    /** A line that is not finished yet. */
    void begin(String part, Object... arguments) {
        write(format(part, arguments) + " ");
    }

    void heading(String text) {
        write(System.lineSeparator() + in(Colour.BOLD, text) + System.lineSeparator());
    }

    private static String format(String line, Object... arguments) {
        return String.format(Locale.ROOT, line, arguments).stripTrailing();
    }

    private String in(Colour colour, String text) {
        return coloured ? "\u001b[" + colour.code + "m" + text + "\u001b[0m" : text;
    }

    /** One call a line, so that the lines of several threads do not mix. */
    private void write(String text) {
        out.print(text);
        out.flush();
    }
}

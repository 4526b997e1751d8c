package bookstore.billing.command;

import bookstore.billing.replay.DeadLetter;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** A dead letter as it is printed: a few short lines. */
final class LetterLines {

    private static final String INDENT = " ".repeat(8);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss'Z'").withZone(ZoneOffset.UTC);

    private LetterLines() {}

    static String head(DeadLetter letter, String word) {
        return "%6d  %s".formatted(letter.position(), word);
    }

    static void print(DeadLetter letter, PrintWriter out) {
        out.println(INDENT + "message " + text(letter.messageId()) + "  order " + text(letter.orderId()));
    }

    static void line(String text, PrintWriter out) {
        out.println(INDENT + Lines.cut(text, Lines.width() - INDENT.length()));
    }

    static String time(@Nullable Instant time) {
        return time == null ? "(unknown)" : TIME.format(time);
    }

    static String text(@Nullable Object value) {
        return value == null ? "-" : Lines.printable(value.toString());
    }
}

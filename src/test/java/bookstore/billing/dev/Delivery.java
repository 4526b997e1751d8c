package bookstore.billing.dev;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What became of one delivery of a message to billing, as the application logs it.
 *
 * @param detail the reason of a dead letter, the failure of a try that comes again, else empty
 */
record Delivery(String messageId, Fate fate, String detail) {

    enum Fate {
        INVOICED("billing.invoice: message (.+) processed", "charged and invoiced", Terminal.Colour.GREEN),
        COPY(
                "billing.invoice: message (.+) duplicate by message id, skipped",
                "copy of a message that is done: skipped",
                Terminal.Colour.CYAN),
        SAME_ORDER(
                "billing.invoice: message (.+) duplicate by business key, skipped",
                "another message, but its order has an invoice: skipped",
                Terminal.Colour.CYAN),
        AGAIN(
                "billing-invoice: message (.+) comes again (in .+)",
                "failed, rolled back, comes again %s",
                Terminal.Colour.YELLOW),
        DEAD_LETTER(
                "billing-invoice: message (.+) is a dead letter, (.+)",
                "refused, now a dead letter, %s",
                Terminal.Colour.RED);

        private final Pattern logged;
        private final String text;
        private final Terminal.Colour colour;

        Fate(String logged, String text, Terminal.Colour colour) {
            this.logged = Pattern.compile(logged);
            this.text = text;
            this.colour = colour;
        }

        Terminal.Colour colour() {
            return colour;
        }
    }

    /** Empty for a line that speaks of something else. */
    static Optional<Delivery> read(String line) {
        for (Fate fate : Fate.values()) {
            Matcher matcher = fate.logged.matcher(line);
            if (matcher.matches()) {
                return Optional.of(
                        new Delivery(matcher.group(1), fate, matcher.groupCount() > 1 ? matcher.group(2) : ""));
            }
        }
        return Optional.empty();
    }

    /** Whether it is the last one that its message needed. */
    boolean isEnd() {
        return fate != Fate.AGAIN;
    }

    String inWords() {
        return fate.text.formatted(detail);
    }
}

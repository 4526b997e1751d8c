package bookstore.billing.dev;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;

/** Takes a word and Enter from the person who watches the demo. */
final class Prompt {

    private final Shop shop;
    private final Reckoning reckoning;
    private final Terminal terminal;

    Prompt(Shop shop, Reckoning reckoning, Terminal terminal) {
        this.shop = shop;
        this.reckoning = reckoning;
        this.terminal = terminal;
    }

    void tellWords() {
        terminal.heading("What to try next. Type a word and Enter:");
        terminal.say("  again      sends a copy of the last good message");
        terminal.say("  order      sends a new order");
        terminal.say("  table      counts again");
        terminal.say("  quit       stops everything, as Ctrl+C does");
        terminal.say("Or stop it, change a step in routes/billing-invoice.camel.yaml, and start it again.");
    }

    /** Returns at the end of the input, which is no reason to stop: there may have been none. */
    void answer(InputStream input) throws IOException {
        var lines = new BufferedReader(new InputStreamReader(input, Charset.defaultCharset()));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            switch (line.strip()) {
                case "again" -> shop.send(shop.lastGood());
                case "order" -> shop.send(shop.order("typed by you", "15.00"));
                case "table" -> reckoning.tell(terminal);
                case "quit" -> System.exit(0);
                case "" -> {}
                default -> terminal.say("  one of: again, order, table, quit");
            }
        }
    }
}

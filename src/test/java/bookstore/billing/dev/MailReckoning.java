package bookstore.billing.dev;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.awaitility.core.ConditionTimeoutException;

/** What the mail server has of each order: the mail of its message, and the mail of its invoice. */
final class MailReckoning {

    /** They come behind the orders' own end. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final String ROW = "  %-6s %-24s %14s %8s";

    private final DemoServers servers;
    private final Shop shop;

    MailReckoning(DemoServers servers, Shop shop) {
        this.servers = servers;
        this.shop = shop;
    }

    void tell(Terminal terminal) {
        long messages = shop.sent().stream()
                .filter(letter -> letter.order().good())
                .map(Shop.Letter::id)
                .distinct()
                .count();
        long orders = shop.orders().stream().filter(Shop.Order::good).count();
        try {
            await().atMost(PATIENCE).until(() -> {
                List<String> there = servers.mailbox().subjects();
                return count(there, "received") >= messages && count(there, "invoice") >= orders;
            });
        } catch (ConditionTimeoutException e) {
            // told as it is
        }
        List<String> subjects = servers.mailbox().subjects();
        terminal.heading("The mails, as the mail server has them");
        terminal.say(ROW, "order", "", "order received", "invoice");
        shop.orders().forEach(order -> {
            List<String> its = subjects.stream()
                    .filter(subject -> subject.contains(order.id().toString()))
                    .toList();
            terminal.say(ROW, order.shortId(), order.story(), count(its, "received"), count(its, "invoice"));
        });
        terminal.say(ROW, "total", "", count(subjects, "received"), count(subjects, "invoice"));
        terminal.say(
                "  (received: one a message, since a mail has no unique order id; invoice: by the event that its transaction wrote)");
    }

    private static long count(List<String> subjects, String word) {
        return subjects.stream()
                .filter(subject -> subject.toLowerCase(Locale.ROOT).contains(word))
                .count();
    }
}

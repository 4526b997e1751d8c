package bookstore.billing.dev;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;

/** What came of the orders, as the tables, the provider's ledger, the metrics and the queues say it now. */
final class Reckoning {

    private static final String ROW = "  %-6s %-24s %5s %10s %9s %8s %11s %11s  %s";

    private final DemoServers servers;
    private final Shop shop;
    private final Deliveries deliveries;

    Reckoning(DemoServers servers, Shop shop, Deliveries deliveries) {
        this.servers = servers;
        this.shop = shop;
        this.deliveries = deliveries;
    }

    void tell(Terminal terminal) {
        terminal.heading("What came of it");
        terminal.say(ROW, "", "", "", "", "", "", "skipped by", "skipped by", "dead");
        terminal.say(ROW, "order", "", "sent", "delivered", "invoices", "charges", "message id", "order id", "letters");
        Map<UUID, Result> results = results();
        results.values().forEach(result -> terminal.say(row(result)));
        terminal.say(
                ROW,
                "total",
                "",
                shop.sent().size(),
                deliveries.all().size(),
                servers.database().count("SELECT count(*) FROM invoice"),
                taken().size(),
                counted("message-id"),
                counted("business-key"),
                servers.broker().ready("billing-invoice.dlq"));
        terminal.say(
                "  (invoices: the table; charges: the provider's ledger; skipped in total: the metric inbox.duplicates;");
        terminal.say("  dead letters in total: the queue billing-invoice.dlq)");
        tellVerdict(terminal, List.copyOf(results.values()));
    }

    private void tellVerdict(Terminal terminal, List<Result> results) {
        List<Result> wrong = results.stream().filter(Result::isWrong).toList();
        long orders = results.stream().filter(result -> result.order().good()).count();
        terminal.say("");
        if (wrong.isEmpty()) {
            terminal.say(
                    Terminal.Colour.GREEN,
                    "Every order has exactly one invoice and one charge: %d orders, %d invoices, %d charges.",
                    orders,
                    results.stream().mapToLong(Result::invoices).sum(),
                    results.stream().mapToLong(Result::charges).sum());
            return;
        }
        wrong.forEach(result -> terminal.say(
                Terminal.Colour.RED,
                "NOT exactly once: order %s has %d invoices and %d charges.",
                result.order().id(),
                result.invoices(),
                result.charges()));
    }

    /** Of every order that anybody knows, in the shop's order: one that is charged and not in the shop is not overlooked. */
    private Map<UUID, Result> results() {
        var orders = new LinkedHashMap<UUID, Shop.Order>();
        shop.orders().forEach(order -> orders.put(order.id(), order));
        List<UUID> others = new ArrayList<>();
        servers.database()
                .rows("SELECT order_id FROM invoice ORDER BY created_at")
                .forEach(row -> others.add((UUID) row.get("order_id")));
        taken().forEach(charge -> others.add(UUID.fromString(charge.orderId())));
        others.forEach(id -> orders.computeIfAbsent(id, other -> new Shop.Order(other, "(sent by you)", "", true)));

        var results = new LinkedHashMap<UUID, Result>();
        orders.forEach((id, order) -> results.put(id, result(order)));
        return results;
    }

    private Result result(Shop.Order order) {
        return new Result(
                order,
                servers.database().count("SELECT count(*) FROM invoice WHERE order_id = ?", order.id()),
                servers.provider().charges(order.id()).size());
    }

    private String row(Result result) {
        Predicate<String> ofOrder = id -> shop.letterOf(id)
                .filter(letter -> letter.order().equals(result.order()))
                .isPresent();
        List<Delivery> delivered = deliveries.all().stream()
                .filter(delivery -> ofOrder.test(delivery.messageId()))
                .toList();
        return ROW.formatted(
                result.order().shortId(),
                result.order().story(),
                shop.sent().stream()
                        .filter(letter -> letter.order().equals(result.order()))
                        .count(),
                delivered.size(),
                result.invoices(),
                result.charges(),
                count(delivered, Delivery.Fate.COPY),
                count(delivered, Delivery.Fate.SAME_ORDER),
                delivered.stream()
                        .filter(delivery -> delivery.fate() == Delivery.Fate.DEAD_LETTER)
                        .map(delivery -> delivery.detail().split(":", 2)[0])
                        .findFirst()
                        .orElse("0"));
    }

    private static long count(List<Delivery> deliveries, Delivery.Fate fate) {
        return deliveries.stream().filter(delivery -> delivery.fate() == fate).count();
    }

    private long counted(String cause) {
        return servers.app().counted("inbox.duplicates", "consumer", "billing.invoice", "cause", cause);
    }

    /** The charges that took money. */
    private List<Provider.Charge> taken() {
        return servers.provider().ledger().stream()
                .filter(charge -> !charge.status().equals("Declined"))
                .toList();
    }

    private record Result(Shop.Order order, long invoices, long charges) {

        boolean isWrong() {
            long expected = order.good() ? 1 : 0;
            return invoices != expected || charges != expected;
        }
    }
}

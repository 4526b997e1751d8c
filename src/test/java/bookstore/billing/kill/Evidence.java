package bookstore.billing.kill;

import bookstore.billing.dev.Provider;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * What the tables, the provider's ledger and the events say, of everything so far.
 *
 * @param told the message ids under which each order's invoice was told
 */
record Evidence(
        Map<UUID, Integer> invoiced, Map<UUID, Integer> charged, Set<String> inbox, Map<UUID, Set<String>> told) {

    static Evidence gather(Scene scene) {
        var invoiced = new HashMap<UUID, Integer>();
        scene.jdbc()
                .queryForList("SELECT order_id FROM invoice", UUID.class)
                .forEach(order -> invoiced.merge(order, 1, Integer::sum));
        var charged = new HashMap<UUID, Integer>();
        for (Provider.Charge charge : scene.provider().ledger()) {
            if (!charge.status().equals("Declined")) {
                charged.merge(UUID.fromString(charge.orderId()), 1, Integer::sum);
            }
        }
        var inbox = new HashSet<>(scene.jdbc()
                .queryForList(
                        "SELECT message_id FROM processed_message WHERE consumer = 'billing.invoice'", String.class));
        return new Evidence(invoiced, charged, inbox, scene.told());
    }

    static int invoices(Scene scene, UUID order) {
        Integer count =
                scene.jdbc().queryForObject("SELECT count(*) FROM invoice WHERE order_id = ?", Integer.class, order);
        return count == null ? 0 : count;
    }

    int invoices(UUID order) {
        return invoiced.getOrDefault(order, 0);
    }

    int charges(UUID order) {
        return charged.getOrDefault(order, 0);
    }

    /** Events, and not how often each was sent. */
    int events(UUID order) {
        return told.getOrDefault(order, Set.of()).size();
    }

    boolean isMoreThan(UUID order, int allowed) {
        return invoices(order) > allowed || charges(order) > allowed || events(order) > allowed;
    }
}

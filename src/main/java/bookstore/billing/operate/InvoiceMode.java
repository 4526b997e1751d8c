package bookstore.billing.operate;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How orders are invoiced: the setting {@code billing.invoice.mode}, by which one of two route files gives a route. */
public enum InvoiceMode {
    /** A payment is made inside the transaction, and holds its connection. */
    TRANSACTION("billing-invoice"),
    /** A payment is made between two short transactions, under a claim. */
    CLAIM("billing-invoice-claim");

    private final String route;

    InvoiceMode(String route) {
        this.route = route;
    }

    /** The ids of the routes that pay; one of them runs. */
    public static List<String> routes() {
        return Arrays.stream(values()).map(mode -> mode.route).toList();
    }

    /** The values of the setting, exactly as the route files compare them. */
    static List<String> words() {
        return Arrays.stream(values())
                .map(mode -> mode.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    /** Whether a file in the folder of the routes rightly gives no route in this mode. */
    boolean isOthersFile(String name) {
        return Arrays.stream(values()).anyMatch(mode -> mode != this && name.equals(mode.route + ".camel.yaml"));
    }
}

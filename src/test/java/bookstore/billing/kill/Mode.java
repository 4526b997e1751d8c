package bookstore.billing.kill;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A way in which the application handles a message, with the points at which it is killed. */
enum Mode {
    TRANSACTION(Map.of(), Points::ofTransaction, Points::ofTransaction),

    /** The shortest lease that the other settings allow, since each kill leaves claims that have to run out. */
    CLAIM(
            Map.of(
                    "BILLING_INVOICE_MODE",
                    "claim",
                    "BILLING_PAYMENT_TIMEOUT",
                    "2s",
                    "SPRING_DATASOURCE_HIKARI_CONNECTIONTIMEOUT",
                    "1000",
                    "BILLING_CLAIM_LEASE",
                    "16s"),
            Points::ofClaimAlone,
            Points::ofClaim);

    /** Short, so that a round is. */
    private static final Map<String, String> COMMON =
            Map.of("BILLING_RETRY_DELAYS", "1s,2s", "BILLING_PAYMENT_TIMEOUT", "3s");

    private final Map<String, String> settings;
    private final Supplier<List<Point>> own;
    private final Supplier<List<Point>> points;

    Mode(Map<String, String> settings, Supplier<List<Point>> own, Supplier<List<Point>> points) {
        this.settings = settings;
        this.own = own;
        this.points = points;
    }

    /** Environment names and values; a mode's own win. */
    Map<String, String> settings() {
        var all = new java.util.HashMap<>(COMMON);
        all.putAll(settings);
        return all;
    }

    /** Those that no mode before it has. */
    List<Point> own() {
        return own.get();
    }

    List<Point> points() {
        return points.get();
    }
}

package bookstore.billing.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What one run of one contender came to.
 *
 * @param perSecond messages a second, copies included, in the window
 * @param millisPerMessage processor time a message in the window, by process
 * @param connections what was seen of the contender's connections in the window
 * @param latency null where a contender takes no messages
 * @param deadLettered messages in the dead-letter queue at the end; all of them are good ones, so each is wrong there
 */
record Figures(
        double perSecond,
        Map<String, Double> millisPerMessage,
        ConnectionWatch.Seen connections,
        @Nullable Latency latency,
        long deadLettered) {

    /**
     * From the moment for which a message was planned to the commit of its invoice.
     *
     * @param p99 in milliseconds; null where fewer than 100 messages were sent
     * @param missing orders that had no invoice when the wait for it was over; they are in none of the other figures
     */
    record Latency(double p50, @Nullable Double p99, int sent, int missing) {

        private static final int ENOUGH_FOR_P99 = 100;

        static Latency of(Map<UUID, Instant> planned, Map<UUID, Instant> committed) {
            List<Double> millis = millis(planned, committed);
            int missing = planned.size() - millis.size();
            return millis.isEmpty()
                    ? new Latency(Double.NaN, null, planned.size(), missing)
                    : new Latency(
                            quantile(millis, 0.5),
                            millis.size() < ENOUGH_FOR_P99 ? null : quantile(millis, 0.99),
                            planned.size(),
                            missing);
        }

        /** Of the orders that have an invoice, sorted. */
        static List<Double> millis(Map<UUID, Instant> planned, Map<UUID, Instant> committed) {
            return planned.entrySet().stream()
                    .filter(order -> committed.containsKey(order.getKey()))
                    .map(order -> Duration.between(order.getValue(), committed.get(order.getKey()))
                                    .toNanos()
                            / 1e6)
                    .sorted()
                    .toList();
        }

        static double quantile(List<Double> sorted, double quantile) {
            return sorted.get((int) Math.ceil(quantile * sorted.size()) - 1);
        }
    }
}

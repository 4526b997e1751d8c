package bookstore.billing.bench;

import java.time.Duration;
import java.util.Map;

/**
 * How large the inbox is that is cleaned, and how busy it is meanwhile.
 *
 * @param rows in the inbox before
 * @param expired those of them that are older than the retention
 * @param instances of the jar, each with 8 consumers
 * @param window how long orders are timed before, and how long at a time while it is cleaned
 * @param pace orders a second, evenly
 * @param pause as the setting has it
 */
record CleanerProfile(
        long rows, long expired, int instances, Duration window, double pace, String batch, String pause) {

    /** Words of the command line: {@code cleaner}, then any of {@code --rows 10000000} and so on. */
    static CleanerProfile of(String... words) {
        Map<String, String> options = Profile.options(words);
        return new CleanerProfile(
                Long.parseLong(options.getOrDefault("rows", "10000000")),
                Long.parseLong(options.getOrDefault("expired", "9000000")),
                Integer.parseInt(options.getOrDefault("instances", "3")),
                Duration.ofSeconds(Long.parseLong(options.getOrDefault("seconds", "30"))),
                Double.parseDouble(options.getOrDefault("pace", "50")),
                options.getOrDefault("batch", "1000"),
                options.getOrDefault("pause", "100ms"));
    }

    int ordersInWindow() {
        return (int) Math.ceil(pace * window.toSeconds());
    }
}

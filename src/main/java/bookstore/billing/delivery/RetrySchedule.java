package bookstore.billing.delivery;

import java.time.Duration;
import java.util.Collections;
import java.util.List;

/**
 * The growing delays between the tries of one message.
 *
 * @param delays one delay a retry, at least one, each positive and of whole milliseconds
 */
public record RetrySchedule(List<Duration> delays) {

    public RetrySchedule {
        delays = List.copyOf(delays);
        if (delays.isEmpty() || delays.stream().anyMatch(delay -> delay.toMillis() <= 0)) {
            throw new IllegalArgumentException("billing.retry.delays needs at least one delay, each longer than 0");
        }
    }

    boolean isExhaustedAfter(int tries) {
        return tries > delays.size();
    }

    Duration firstDelay() {
        return delays.get(0);
    }

    /** @param tries failed tries so far, at least 1 and not exhausted */
    Duration delayAfter(int tries) {
        return delays.get(tries - 1);
    }

    /** The shortest delay that is at least as long, or the longest there is. */
    Duration atLeast(Duration wanted) {
        return delays.stream()
                .sorted()
                .filter(delay -> delay.compareTo(wanted) >= 0)
                .findFirst()
                .orElseGet(() -> Collections.max(delays));
    }

    /** Tries a message gets in all: the first one and one after each delay. */
    int tries() {
        return delays.size() + 1;
    }

    /** The queues in which messages of {@code queue} wait; those of another setting drain and are not named. */
    public List<String> delayQueues(String queue) {
        return delays.stream().map(delay -> delayQueue(queue, delay)).toList();
    }

    /** The queue in which a message of {@code queue} waits; its name carries the delay, so another delay is another queue. */
    static String delayQueue(String queue, Duration delay) {
        return queue + ".retry." + text(delay);
    }

    /** The delay in its largest whole unit, as in the setting: {@code 5s}, {@code 2m}. */
    public static String text(Duration delay) {
        long millis = delay.toMillis();
        if (millis % 1_000 != 0) {
            return millis + "ms";
        }
        long seconds = millis / 1_000;
        if (seconds % 86_400 == 0) {
            return seconds / 86_400 + "d";
        }
        if (seconds % 3_600 == 0) {
            return seconds / 3_600 + "h";
        }
        return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }
}

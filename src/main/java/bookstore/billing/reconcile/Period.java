package bookstore.billing.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * A time whose charges and invoices are compared.
 *
 * @param from its first instant
 * @param to the first instant after it
 */
public record Period(Instant from, Instant to) {

    /** So that no answer of the provider grows without bounds. */
    private static final Duration PART = Duration.ofHours(1);

    private static final Duration CLOCKS_DIFFER = Duration.ofHours(1);

    private static final Duration LONGEST = Duration.ofDays(3_700);

    /** @throws IllegalArgumentException where it ends before it begins, is to come, or is too long to be meant */
    public Period {
        if (!from.isBefore(to)) {
            throw new IllegalArgumentException("the period ends (" + to + ") before it begins (" + from + ")");
        }
        if (from.isAfter(Instant.now().plus(CLOCKS_DIFFER))) {
            throw new IllegalArgumentException("the period begins in the future (" + from + ")");
        }
        if (Duration.between(from, to).compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("the period is longer than " + LONGEST.toDays() + " days");
        }
    }

    /** The same time in parts of an hour, the last one shorter. */
    List<Period> parts() {
        return Stream.iterate(from, start -> start.isBefore(to), start -> start.plus(PART))
                .map(start -> new Period(start, start.plus(PART).isBefore(to) ? start.plus(PART) : to))
                .toList();
    }
}

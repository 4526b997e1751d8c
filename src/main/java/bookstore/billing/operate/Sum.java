package bookstore.billing.operate;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Durations that add up, each with the words that say what it is for, so that whoever reads the total can check it. */
record Sum(List<Part> parts) {

    record Part(Duration duration, String words) {
        @Override
        public String toString() {
            return text(duration) + " " + words;
        }
    }

    Sum {
        parts = List.copyOf(parts);
    }

    Sum(Part... parts) {
        this(List.of(parts));
    }

    Sum plus(Part part) {
        return new Sum(Stream.concat(parts.stream(), Stream.of(part)).toList());
    }

    Duration total() {
        return parts.stream().map(Part::duration).reduce(Duration.ZERO, Duration::plus);
    }

    /** One line: {@code 15m for ... + 14d for ... = 14d15m}. */
    @Override
    public String toString() {
        return parts.stream().map(Part::toString).collect(Collectors.joining(" + ")) + " = " + text(total());
    }

    /** The units that are not 0, as a setting would have each: {@code 14d55m10s}. */
    static String text(Duration duration) {
        if (duration.isNegative()) {
            return "-" + text(duration.negated());
        }
        String text = unit(duration.toDays(), "d")
                + unit(duration.toHoursPart(), "h")
                + unit(duration.toMinutesPart(), "m")
                + unit(duration.toSecondsPart(), "s")
                + unit(duration.toMillisPart(), "ms");
        return text.isEmpty() ? "0s" : text;
    }

    private static String unit(long value, String unit) {
        return value == 0 ? "" : value + unit;
    }
}

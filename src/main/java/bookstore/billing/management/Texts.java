package bookstore.billing.management;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what an operator has written, and says what was expected where it cannot. */
final class Texts {

    private static final Pattern ORDER = Pattern.compile("\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(s|m|h|d)");

    private Texts() {}

    static boolean isMissing(@Nullable String text) {
        return text == null || text.isBlank();
    }

    static UUID order(String text) {
        if (!ORDER.matcher(text).matches()) {
            throw new IllegalArgumentException("an order id is a UUID");
        }
        return UUID.fromString(text);
    }

    static Duration duration(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("a duration is a whole number with its unit (s, m, h or d), such as 3d");
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
    }

    static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("an instant is written as 2026-12-01T00:00:00Z", e);
        }
    }
}

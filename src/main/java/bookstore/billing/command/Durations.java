package bookstore.billing.command;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** Durations as the settings have them: a whole number with its unit. */
final class Durations {

    private static final Pattern TEXT = Pattern.compile("([0-9]{1,9})(ms|s|m|h|d)");

    private Durations() {}

    static Duration of(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new TypeConversionException(
                    "a duration is a whole number with its unit (ms, s, m, h or d), such as 3d, and not " + text);
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
    }
}

package bookstore.billing.replay;

import bookstore.billing.delivery.DeadLetterHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.MessageProperties;

/**
 * When a dead letter failed, by our headers or else by the broker's. A time to come, beyond what clocks differ by, is no
 * time: whoever sends a message can write headers, and must not make it younger for ever. Neither is one before 1970, with which
 * nobody can calculate.
 */
final class FailureTimes {

    private static final Duration CLOCKS_DIFFER = Duration.ofHours(1);

    private FailureTimes() {}

    /** The earliest that is known; null where nothing tells. */
    static @Nullable Instant first(MessageProperties properties) {
        Instant told = instant(properties, DeadLetterHeaders.FIRST_FAILED_AT);
        if (told != null) {
            return told;
        }
        return Stream.concat(Stream.ofNullable(instant(properties, DeadLetterHeaders.FAILED_AT)), deaths(properties))
                .min(Instant::compareTo)
                .orElse(null);
    }

    /** When it became a dead letter; null where nothing tells. */
    static @Nullable Instant last(MessageProperties properties) {
        Instant told = instant(properties, DeadLetterHeaders.FAILED_AT);
        return told != null ? told : deaths(properties).max(Instant::compareTo).orElse(null);
    }

    private static @Nullable Instant instant(MessageProperties properties, String header) {
        try {
            Object value = properties.getHeader(header);
            return value == null ? null : past(Instant.parse(value.toString()));
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static Stream<Instant> deaths(MessageProperties properties) {
        return Stream.of("x-death", "x-original-death")
                .map(name -> properties.<Object>getHeader(name))
                .flatMap(deaths -> deaths instanceof List<?> list ? list.stream() : Stream.empty())
                .map(death -> death instanceof Map<?, ?> map ? map.get("time") : null)
                .map(time -> time instanceof Date date ? past(date.toInstant()) : null)
                .filter(Objects::nonNull);
    }

    private static @Nullable Instant past(Instant instant) {
        return instant.isAfter(Instant.now().plus(CLOCKS_DIFFER)) || instant.isBefore(Instant.EPOCH) ? null : instant;
    }
}

package bookstore.billing.replay;

import static org.assertj.core.api.Assertions.assertThat;

import bookstore.billing.delivery.DeadLetterHeaders;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.amqp.core.MessageProperties;

class FailureTimesTest {

    private final Instant lately = Instant.now().minus(Duration.ofHours(1));
    private final MessageProperties properties = new MessageProperties();

    @Test
    void firstFailureIsTheOneThatTheHeaderTells() {
        properties.setHeader(
                DeadLetterHeaders.FIRST_FAILED_AT,
                lately.minus(Duration.ofDays(20)).toString());
        properties.setHeader(DeadLetterHeaders.FAILED_AT, lately.toString());

        assertThat(FailureTimes.first(properties)).isEqualTo(lately.minus(Duration.ofDays(20)));
        assertThat(FailureTimes.last(properties)).isEqualTo(lately);
    }

    /** Whoever publishes can write headers; one that nobody can calculate with must not stop the look at all others. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-999999999-01-01T00:00:00Z",
                "1969-12-31T23:59:59Z",
                "2999-01-01T00:00:00Z",
                "+999999999-12-31T23:59:59Z",
                "yesterday",
                ""
            })
    void timeThatCannotBeIsNone(String told) {
        properties.setHeader(DeadLetterHeaders.FIRST_FAILED_AT, told);
        properties.setHeader(DeadLetterHeaders.FAILED_AT, lately.toString());

        assertThat(FailureTimes.first(properties)).isEqualTo(lately);
    }
}

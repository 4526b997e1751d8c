package bookstore.billing.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryScheduleTest {

    private final RetrySchedule schedule =
            new RetrySchedule(List.of(Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofMinutes(2)));

    @Test
    void eachRetryHasTheNextDelayAndTheTryAfterTheLastOneIsTheLast() {
        assertThat(schedule.delayAfter(1)).isEqualTo(Duration.ofSeconds(5));
        assertThat(schedule.delayAfter(3)).isEqualTo(Duration.ofMinutes(2));
        assertThat(schedule.isExhaustedAfter(3)).isFalse();
        assertThat(schedule.isExhaustedAfter(4)).isTrue();
        assertThat(schedule.tries()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource({"PT5S,5s", "PT90S,90s", "PT2M,2m", "PT10M,10m", "PT3H,3h", "P14D,14d", "PT1.5S,1500ms"})
    void queueNameCarriesTheDelay(Duration delay, String text) {
        assertThat(RetrySchedule.delayQueue("billing-invoice", delay)).isEqualTo("billing-invoice.retry." + text);
    }

    @Test
    void scheduleWithoutARealDelayIsRefused() {
        assertThatThrownBy(() -> new RetrySchedule(List.of())).hasMessageContaining("billing.retry.delays");
        assertThatThrownBy(() -> new RetrySchedule(List.of(Duration.ZERO)))
                .hasMessageContaining("billing.retry.delays");
    }
}

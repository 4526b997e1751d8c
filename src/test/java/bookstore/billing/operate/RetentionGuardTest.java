package bookstore.billing.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An inbox that would forget while a copy can still come is refused with the sum, unless somebody wants it so. */
class RetentionGuardTest {

    private static final Duration ONE = Duration.ofSeconds(45);
    private static final Duration DAY = Duration.ofDays(1);

    private static final List<Duration> DELAYS =
            List.of(Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofMinutes(2), Duration.ofMinutes(10));

    /** 2 x (5 tries x 4 messages x 45 s + 12 m 35 s) + 14 d. */
    private static final Duration NEEDED = Duration.ofDays(14).plusMinutes(55).plusSeconds(10);

    @Test
    void whatShipsIsAcceptedWithTheMarginThatIsLeft() {
        var guard = guard(Duration.ofDays(30), false);

        assertThatCode(guard::check).doesNotThrowAnyException();
        assertThat(guard.margin()).isEqualTo(Duration.ofDays(30).minus(NEEDED));
        assertThat(guard.lines())
                .containsExactly(
                        "15m for 5 tries x 4 messages (billing.invoice.prefetch) x 45s (from billing.payment.timeout)",
                        "12m35s for the delays between them (billing.retry.delays)",
                        "14d as a dead letter (billing.dead-letter.retention)",
                        "27m35s for the tries and their delays again, where it is replayed at the end of that");
    }

    @Test
    void whatIsShorterThanTheLastCopyCanComeIsRefusedWithTheSum() {
        assertThatCode(guard(NEEDED, false)::check).doesNotThrowAnyException();
        assertThatThrownBy(guard(NEEDED.minusMillis(1), false)::check)
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("15m for 5 tries")
                .hasMessageContaining("+ 12m35s for the delays")
                .hasMessageContaining("+ 14d as a dead letter")
                .hasMessageContaining("+ 27m35s for the tries and their delays again")
                .hasMessageContaining("= 14d55m10s, longer than the 14d55m9s999ms")
                .hasMessageContaining("billing.inbox.retention");
    }

    /** The article's example, whose dead letters are kept for 14 days. */
    @Test
    void sevenDaysAreRefusedUnlessTheyAreAllowed() {
        assertThatThrownBy(guard(Duration.ofDays(7), false)::check)
                .hasMessageContaining("billing.inbox.allow-early-forgetting=true");

        var allowed = guard(Duration.ofDays(7), true);
        assertThatCode(allowed::check).doesNotThrowAnyException();
        assertThat(allowed.margin()).isNegative();
    }

    /** A replay is refused a day before the inbox forgets: what it sends again must have come to an end by then. */
    @Test
    void triesThatOutlastTheReplaysMarginAreRefusedWithTheSum() {
        var guard = new RetentionGuard(Duration.ofDays(90), ONE, 1, List.of(DAY), Duration.ofDays(14), DAY, false);

        assertThatThrownBy(guard::check)
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("1m30s for 2 tries x 1 messages")
                .hasMessageContaining("= 1d1m30s, longer than the 1d by which a replay's last moment");
    }

    private static RetentionGuard guard(Duration retention, boolean mayForgetEarly) {
        return new RetentionGuard(retention, ONE, 4, DELAYS, Duration.ofDays(14), DAY, mayForgetEarly);
    }
}

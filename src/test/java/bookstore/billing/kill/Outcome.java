package bookstore.billing.kill;

import java.time.Duration;
import java.util.List;

/**
 * What came of one round.
 *
 * @param lost messages and orders of which something is missing, in words
 * @param doubled orders of which there is something twice, in words
 * @param recovery until the application consumed again
 */
record Outcome(String point, List<String> lost, List<String> doubled, Duration recovery) {

    /** More on a machine that is busy with something else. */
    static final Duration RECOVERY_LIMIT = Duration.ofSeconds(Integer.getInteger("kill.recovery-seconds", 60));

    boolean isRecoveredInTime() {
        return recovery.compareTo(RECOVERY_LIMIT) <= 0;
    }
}

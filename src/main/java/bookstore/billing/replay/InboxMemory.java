package bookstore.billing.replay;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How long the inbox knows a message, and so how old a dead letter may be that is sent again. Beyond, a copy of it may
 * have been processed and forgotten, and a replay would process it once more.
 */
final class InboxMemory {

    private final Duration retention;
    private final Duration kept;

    /**
     * @param retention of the inbox's rows
     * @param kept how long a dead letter stays in its queue at most
     */
    InboxMemory(Duration retention, Duration kept) {
        this.retention = retention;
        this.kept = kept;
    }

    /** When the message failed for the first time; where nothing tells, as early as its queue's retention allows. */
    Instant firstFailure(@Nullable Instant known, Instant now) {
        return known != null ? known : now.minus(kept);
    }

    boolean mayHaveForgotten(Instant firstFailedAt, Instant now) {
        return firstFailedAt.plus(retention).minus(margin()).isBefore(now);
    }

    Duration margin() {
        return ReplaySettings.margin(retention);
    }

    Duration retention() {
        return retention;
    }
}

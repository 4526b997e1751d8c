package bookstore.billing.inquiry;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of the table {@code processed_message}: the message's work was committed.
 *
 * @param fingerprint what the message said, as its consumer read it; null where somebody put the row there by hand
 * @param processedAt when its transaction began, by the database's clock
 * @param copies how often the message came again since, and was skipped
 * @param lastCopyAt when that was the last time; null where it was never
 */
public record InboxRow(
        String messageId,
        String consumer,
        @Nullable String fingerprint,
        Instant processedAt,
        int copies,
        @Nullable Instant lastCopyAt) {

    /** What came of the message since. */
    public String copiesInWords() {
        if (copies == 0) {
            return "no copy since";
        }
        return copies + (copies == 1 ? " copy" : " copies") + " skipped since, the last at " + lastCopyAt;
    }
}

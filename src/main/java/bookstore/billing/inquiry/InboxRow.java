package bookstore.billing.inquiry;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of the table {@code processed_message}: the message's work was committed.
 *
 * @param fingerprint what the message said, as its consumer read it; null where somebody put the row there by hand
 * @param processedAt when its transaction began, by the database's clock
 */
public record InboxRow(String messageId, String consumer, @Nullable String fingerprint, Instant processedAt) {}

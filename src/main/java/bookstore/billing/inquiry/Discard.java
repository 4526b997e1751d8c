package bookstore.billing.inquiry;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of the table {@code discarded_message}: a dead letter that somebody gave up.
 *
 * @param queue where it was a dead letter
 * @param why what that person said
 */
public record Discard(@Nullable String messageId, String queue, String why, String discardedBy, Instant discardedAt) {}

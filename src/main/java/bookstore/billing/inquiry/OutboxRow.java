package bookstore.billing.inquiry;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of the table {@code outbox_message}: an event that the work of a message has led to.
 *
 * @param messageId the event's own
 * @param key the order
 * @param causeId the id of the message that led to it; null where it was written by hand
 * @param createdAt when its transaction began, by the database's clock
 * @param sentAt when the broker had confirmed it; null while it waits
 * @param attempts how often it was sent, as far as its relays lived to write it down
 * @param nextTryAt when it is sent again at the earliest; null where it is sent
 * @param lastError why no queue has taken it; null where one has, or nobody has tried
 */
public record OutboxRow(
        String messageId,
        String type,
        String key,
        @Nullable String causeId,
        Instant createdAt,
        @Nullable Instant sentAt,
        int attempts,
        @Nullable Instant nextTryAt,
        @Nullable String lastError) {

    /** What is to be told of it in one line. */
    public String inWords() {
        String times = attempts + (attempts == 1 ? " time" : " times");
        if (sentAt != null) {
            return "written at " + createdAt + ", sent at " + sentAt + " (tried " + times + ")";
        }
        return "written at " + createdAt + ", not sent (tried " + times + ")"
                + (lastError == null ? "" : ", again at " + nextTryAt + ": " + lastError);
    }
}

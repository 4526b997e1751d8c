package bookstore.billing.inbox;

import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** The table {@code processed_message}, for one consumer. */
final class ProcessedMessages {

    private static final String INSERT =
            """
            INSERT INTO processed_message (message_id, consumer, fingerprint)
            VALUES (?, ?, ?)
            ON CONFLICT ON CONSTRAINT processed_message_pkey DO NOTHING
            """;

    /** A statement of its own: INSERT's snapshot is older than the row it waited for. */
    private static final String FIND_FINGERPRINT =
            """
            SELECT fingerprint
            FROM processed_message
            WHERE message_id = ? AND consumer = ?
            """;

    private static final String COUNT_COPY =
            """
            UPDATE processed_message
            SET copies = copies + 1, last_copy_at = now()
            WHERE message_id = ? AND consumer = ?
            """;

    private final JdbcTemplate jdbc;
    private final String consumer;

    ProcessedMessages(DataSource dataSource, String consumer) {
        this.jdbc = new JdbcTemplate(dataSource);
        this.consumer = consumer;
    }

    /** Waits for whoever has the same row in an open transaction. @return false where the message is known */
    boolean insert(InboxMessage message) {
        return jdbc.update(INSERT, message.id(), consumer, message.fingerprint()) == 1;
    }

    /** Another delivery of a message that is known; one whose transaction rolls back comes again, and is not counted. */
    void countCopy(String messageId) {
        jdbc.update(COUNT_COPY, messageId, consumer);
    }

    /** @return nothing, or the one row's fingerprint, which is null where somebody else has put the row there */
    List<@Nullable String> find(String messageId) {
        return jdbc.queryForList(FIND_FINGERPRINT, String.class, messageId, consumer);
    }
}

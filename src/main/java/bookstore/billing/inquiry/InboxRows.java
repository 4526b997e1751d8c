package bookstore.billing.inquiry;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Reads the inboxes of all consumers, and changes nothing. */
public final class InboxRows {

    private static final String OF_MESSAGE =
            """
            SELECT message_id, consumer, fingerprint, processed_at, copies, last_copy_at
            FROM processed_message
            WHERE message_id = ?
            ORDER BY processed_at
            """;

    /** Reads the whole table: an index would cost each message a write. */
    private static final String OF_ORDER =
            """
            SELECT message_id, consumer, fingerprint, processed_at, copies, last_copy_at
            FROM processed_message
            WHERE starts_with(fingerprint, 'order ' || ? || ' ')
            ORDER BY processed_at
            """;

    private static final String COUNTS =
            """
            SELECT consumer, count(*) AS rows
            FROM processed_message
            GROUP BY consumer
            """;

    private final JdbcTemplate jdbc;

    public InboxRows(DataSource dataSource) {
        this.jdbc = new JdbcTemplate(dataSource);
    }

    /** The rows of a message, one a consumer, told by its exact bytes. */
    public List<InboxRow> ofMessage(String messageId) {
        // PostgreSQL's text holds any character but NUL, so no row has one
        return messageId.indexOf('\0') >= 0 ? List.of() : jdbc.query(OF_MESSAGE, InboxRows::row, messageId);
    }

    /** The rows of all messages that said this order. */
    public List<InboxRow> ofOrder(UUID orderId) {
        return jdbc.query(OF_ORDER, InboxRows::row, orderId.toString());
    }

    /** How many messages each consumer remembers. */
    public Map<String, Long> counts() {
        Map<String, Long> counts = new TreeMap<>();
        jdbc.query(COUNTS, row -> {
            counts.put(row.getString("consumer"), row.getLong("rows"));
        });
        return counts;
    }

    private static InboxRow row(ResultSet row, int number) throws SQLException {
        var lastCopyAt = row.getObject("last_copy_at", OffsetDateTime.class);
        return new InboxRow(
                row.getString("message_id"),
                row.getString("consumer"),
                row.getString("fingerprint"),
                row.getObject("processed_at", OffsetDateTime.class).toInstant(),
                row.getInt("copies"),
                lastCopyAt == null ? null : lastCopyAt.toInstant());
    }
}

package bookstore.billing.inquiry;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** Reads the outbox, and changes nothing. It reads the whole table: an index would cost each event a write. */
public final class OutboxRows {

    private static final String OF_MESSAGE =
            """
            SELECT message_id, type, key, cause_id, created_at, sent_at, attempts, next_try_at, last_error
            FROM outbox_message
            WHERE message_id::text = lower(?) OR cause_id = ?
            ORDER BY id
            """;

    private static final String OF_ORDER =
            """
            SELECT message_id, type, key, cause_id, created_at, sent_at, attempts, next_try_at, last_error
            FROM outbox_message
            WHERE key = ?
            ORDER BY id
            """;

    private final JdbcTemplate jdbc;

    public OutboxRows(DataSource dataSource) {
        this.jdbc = new JdbcTemplate(dataSource);
    }

    /** The event of this id, and those that the message of this id has led to. */
    public List<OutboxRow> ofMessage(String messageId) {
        return messageId.indexOf('\0') >= 0 ? List.of() : jdbc.query(OF_MESSAGE, OutboxRows::row, messageId, messageId);
    }

    public List<OutboxRow> ofOrder(UUID orderId) {
        return jdbc.query(OF_ORDER, OutboxRows::row, orderId.toString());
    }

    private static OutboxRow row(ResultSet row, int number) throws SQLException {
        Instant sentAt = instant(row, "sent_at");
        return new OutboxRow(
                row.getString("message_id"),
                row.getString("type"),
                row.getString("key"),
                row.getString("cause_id"),
                row.getObject("created_at", OffsetDateTime.class).toInstant(),
                sentAt,
                row.getInt("attempts"),
                sentAt == null ? instant(row, "next_try_at") : null,
                row.getString("last_error"));
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }
}

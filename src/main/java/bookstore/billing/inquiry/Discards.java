package bookstore.billing.inquiry;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Reads what was given up, and changes nothing. */
public final class Discards {

    private static final String OF_MESSAGE =
            """
            SELECT message_id, queue, reason, discarded_by, discarded_at
            FROM discarded_message
            WHERE message_id = ?
            ORDER BY id
            """;

    /** Finds the order's id as it stands in the body, in either letter case; an encoded body does not show it. */
    private static final String OF_ORDER =
            """
            SELECT message_id, queue, reason, discarded_by, discarded_at
            FROM discarded_message
            WHERE position(convert_to(lower(?), 'UTF8') IN body) > 0
               OR position(convert_to(upper(?), 'UTF8') IN body) > 0
            ORDER BY id
            """;

    private final JdbcTemplate jdbc;

    public Discards(DataSource dataSource) {
        this.jdbc = new JdbcTemplate(dataSource);
    }

    public List<Discard> ofMessage(String messageId) {
        return messageId.indexOf('\0') >= 0 ? List.of() : jdbc.query(OF_MESSAGE, Discards::row, messageId);
    }

    public List<Discard> ofOrder(UUID orderId) {
        return jdbc.query(OF_ORDER, Discards::row, orderId.toString(), orderId.toString());
    }

    private static Discard row(ResultSet row, int number) throws SQLException {
        return new Discard(
                row.getString("message_id"),
                row.getString("queue"),
                row.getString("reason"),
                row.getString("discarded_by"),
                row.getObject("discarded_at", OffsetDateTime.class).toInstant());
    }
}

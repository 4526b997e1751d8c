package bookstore.billing.replay;

import bookstore.billing.delivery.StoredMessage;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** The table {@code discarded_message}: what was given up, by whom and why. */
final class DiscardedMessages {

    private static final String INSERT =
            """
            INSERT INTO discarded_message (queue, message_id, headers, body, reason, discarded_by)
            VALUES (?, ?, ?::jsonb, ?, ?, ?)
            """;

    private final JdbcTemplate jdbc;

    DiscardedMessages(DataSource dataSource) {
        this.jdbc = new JdbcTemplate(dataSource);
    }

    /** @param from the queue, or the table, that the letter was taken out of */
    void record(String from, DeadLetter letter, String reason, String user) {
        jdbc.update(
                INSERT,
                from,
                StoredMessage.text(letter.messageId()),
                StoredMessage.headers(letter.message()),
                letter.message().getBody(),
                reason,
                user);
    }
}

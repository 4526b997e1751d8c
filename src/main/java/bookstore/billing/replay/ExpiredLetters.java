package bookstore.billing.replay;

import bookstore.billing.delivery.DeadLetterHeaders;
import bookstore.billing.delivery.StoredMessage;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.amqp.core.Message;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The dead letters of a queue that have expired into the table {@code expired_message} and were not sent again. */
final class ExpiredLetters implements HeldLetters {

    static final String TABLE = "expired_message";

    private static final String FIND =
            """
            SELECT id, headers, body, expired_at
            FROM expired_message
            WHERE queue = ? AND replayed_at IS NULL
            ORDER BY id
            LIMIT ?
            """;

    private static final String LOCK = "SELECT pg_try_advisory_lock(hashtext('expired_message'), hashtext(?))";

    private static final String COUNT = "SELECT count(*) FROM expired_message WHERE queue = ? AND replayed_at IS NULL";

    private static final String REPLAYED =
            "UPDATE expired_message SET replayed_at = now() WHERE id = ? AND replayed_at IS NULL";

    private static final String DELETE = "DELETE FROM expired_message WHERE id = ? AND replayed_at IS NULL";

    private final String queue;
    private final Connection lock;
    private final JdbcTemplate jdbc;
    private final TransactionTemplate transaction;
    private final LetterReader reader;
    private final DiscardedMessages discarded;
    private final Duration kept;
    private final List<DeadLetter> letters;
    private final long beyond;

    /** @param kept how long it was a dead letter in its queue before */
    ExpiredLetters(
            String queue, DataSource dataSource, LetterReader reader, DiscardedMessages discarded, Duration kept) {
        this.queue = queue;
        this.jdbc = new JdbcTemplate(dataSource);
        this.transaction = new TransactionTemplate(new DataSourceTransactionManager(dataSource));
        this.reader = reader;
        this.discarded = discarded;
        this.kept = kept;
        this.lock = lock(queue, dataSource);
        try {
            this.letters = jdbc.query(FIND, (row, number) -> letter(row), queue, QueuedLetters.MOST);
            Long there = jdbc.queryForObject(COUNT, Long.class, queue);
            this.beyond = there == null ? 0 : Math.max(0, there - letters.size());
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** The database frees the lock with the connection, also where the process is killed. */
    private static Connection lock(String queue, DataSource dataSource) {
        try {
            Connection connection = dataSource.getConnection();
            try (PreparedStatement ask = connection.prepareStatement(LOCK)) {
                ask.setString(1, queue);
                ResultSet answer = ask.executeQuery();
                if (answer.next() && answer.getBoolean(1)) {
                    return connection;
                }
            } catch (SQLException e) {
                connection.close();
                throw e;
            }
            connection.close();
        } catch (SQLException e) {
            throw new CannotGetJdbcConnectionException("no lock on the table " + TABLE, e);
        }
        throw new LettersHeldException("another command is at work on the rows of " + queue + " in " + TABLE
                + ": repeat this one when that has ended");
    }

    private DeadLetter letter(ResultSet row) throws SQLException {
        Message message = StoredMessage.message(row.getString("headers"), row.getBytes("body"));
        Instant entered = row.getTimestamp("expired_at").toInstant().minus(kept);
        // the broker's own times are not kept in the table
        if (FailureTimes.last(message.getMessageProperties()) == null) {
            message.getMessageProperties().setHeader(DeadLetterHeaders.FAILED_AT, entered.toString());
        }
        return reader.read(queue, row.getLong("id"), message);
    }

    @Override
    public String queue() {
        return queue;
    }

    @Override
    public List<DeadLetter> letters() {
        return letters;
    }

    @Override
    public long beyond() {
        return beyond;
    }

    @Override
    public void replayed(DeadLetter letter) {
        jdbc.update(REPLAYED, letter.position());
    }

    @Override
    public void discard(DeadLetter letter, String reason, String user) {
        transaction.executeWithoutResult(status -> {
            if (jdbc.update(DELETE, letter.position()) == 1) {
                discarded.record(TABLE, letter, reason, user);
            }
        });
    }

    @Override
    public void close() {
        try (Connection ended = lock;
                Statement unlock = ended.createStatement()) {
            unlock.execute("SELECT pg_advisory_unlock_all()");
        } catch (SQLException e) {
            throw new CannotGetJdbcConnectionException("the database was lost at the end", e);
        }
    }
}

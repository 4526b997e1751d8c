package bookstore.billing.inbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The rows of {@code processed_message} that the inbox has kept for its whole time, on one connection.
 *
 * <p>A batch is a transaction, and so is the lock that lets one instance delete at a time: it ends with the commit, with the
 * connection, or with the server's limit for a session that does nothing, and nothing is left to leak, behind a connection
 * pooler neither. The pause between two batches stands inside the transaction, behind the lock and before anything
 * else is touched: whoever deletes goes on deleting, and several instances together are no faster than one.
 *
 * <p>A row that somebody has locked is passed over, so the cleaner waits for nobody and is in no deadlock. A row that is not
 * committed cannot be seen, so no message in work is forgotten.
 */
final class ExpiredRows implements AutoCloseable {

    /** Whoever hangs longer than this, beside its pause, is ended by the server. */
    private static final long LIMIT_MILLIS = 30_000;

    /** Beyond, the database's calendar ends; nothing is as old as that. */
    private static final long HUNDRED_YEARS = Duration.ofDays(36_525).toMillis();

    /** A deletion that a crash undoes is made again: nobody has to wait for the disk. */
    private static final String LOCK =
            """
            SELECT pg_try_advisory_xact_lock(hashtext('job'), hashtext('inbox-cleanup')),
                   set_config('synchronous_commit', 'off', true),
                   set_config('statement_timeout', '%d', true),
                   set_config('idle_in_transaction_session_timeout', '%d', true)
            """;

    /**
     * The retention is one of milliseconds: a day of an interval may have 23 hours. It begins where the last batch has
     * ended, since what that one has deleted stays in the index until a vacuum comes. The numbers are literals, so
     * that the plan follows from them.
     */
    private static final String DELETE =
            """
            WITH gone AS (
                DELETE FROM processed_message
                WHERE ctid = ANY (ARRAY(
                    SELECT ctid
                    FROM processed_message
                    WHERE processed_at >= coalesce(?::timestamptz, '-infinity')
                      AND processed_at < now() - interval '%d milliseconds'
                    ORDER BY processed_at
                    LIMIT %d
                    FOR UPDATE SKIP LOCKED))
                RETURNING processed_at
            )
            SELECT count(*), max(processed_at) FROM gone
            """;

    private static final String OLDEST_AGE =
            "SELECT extract(epoch FROM now() - min(processed_at)) FROM processed_message";

    private final Connection connection;
    private final String lock;
    private final String delete;
    private @Nullable OffsetDateTime reached;

    /**
     * @param database gives the connection, which is nobody else's until this is closed
     * @param pause the longest that a batch waits behind its lock
     */
    ExpiredRows(DataSource database, Duration retention, int batch, Duration pause) throws SQLException {
        this.lock = LOCK.formatted(LIMIT_MILLIS, pause.toMillis() + LIMIT_MILLIS);
        this.delete = DELETE.formatted(Math.min(retention.toMillis(), HUNDRED_YEARS), batch);
        this.connection = database.getConnection();
        try {
            connection.setAutoCommit(false);
            // what is locked shall be passed over, whatever the database's own default
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /**
     * Deletes the oldest rows, a batch at most, and commits.
     *
     * @param pause what to wait for first; gives false where nothing shall be deleted any more
     * @return how many; nothing where another instance deletes, or nothing shall be deleted any more
     */
    Optional<Integer> deleteOldest(Pause pause) throws SQLException {
        try {
            Optional<Integer> deleted = isLocked() && pause.isOver() ? Optional.of(delete()) : Optional.empty();
            connection.commit();
            return deleted;
        } catch (SQLException e) {
            rollback(e);
            throw e;
        }
    }

    /** What stands between two batches. */
    @FunctionalInterface
    interface Pause {
        boolean isOver();
    }

    /** How old the oldest row is, in seconds; 0 where there is none. */
    double oldestAge() throws SQLException {
        try (PreparedStatement ask = connection.prepareStatement(OLDEST_AGE);
                ResultSet answer = ask.executeQuery()) {
            double age = answer.next() ? answer.getDouble(1) : 0;
            connection.commit();
            return age;
        }
    }

    private boolean isLocked() throws SQLException {
        try (PreparedStatement ask = connection.prepareStatement(lock);
                ResultSet answer = ask.executeQuery()) {
            return answer.next() && answer.getBoolean(1);
        }
    }

    private int delete() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(delete)) {
            statement.setObject(1, reached);
            try (ResultSet gone = statement.executeQuery()) {
                gone.next();
                OffsetDateTime last = gone.getObject(2, OffsetDateTime.class);
                reached = last == null ? reached : last;
                return gone.getInt(1);
            }
        }
    }

    private void rollback(SQLException failure) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}

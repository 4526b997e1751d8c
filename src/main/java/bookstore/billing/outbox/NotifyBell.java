package bookstore.billing.outbox;

import bookstore.billing.delivery.OneLine;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rings when a transaction commits that has written an event and said NOTIFY, which takes a connection of its own.
 *
 * <p>PostgreSQL lets transactions with a NOTIFY commit one after the other, so a writer says it only where a relay sleeps: one
 * of all relays, the sentry, holds an advisory lock while it sleeps, and a writer asks for the same lock, shared with other
 * writers, until its commit. If the sentry gets the lock, no writer that has not seen it is still at work; it looks once
 * more, and sleeps. If it does not, a writer is about to commit. A NOTIFY rings with all relays.
 */
public final class NotifyBell implements Bell {

    private static final Logger LOG = LoggerFactory.getLogger(NotifyBell.class);
    private static final Duration BEFORE_ANOTHER_CONNECTION = Duration.ofSeconds(5);
    private static final Duration UNTIL_A_WRITER_COMMITS = Duration.ofMillis(20);

    private static final String LISTEN = "LISTEN outbox";
    private static final String BE_SENTRY = "SELECT pg_try_advisory_lock(hashtext('outbox'), 2)";

    private static final String BE_SENTRY_NO_MORE = "SELECT pg_advisory_unlock(hashtext('outbox'), 2)";

    /** The lock that the step write-event of the routes asks for. */
    private static final String SLEEP = "SELECT pg_try_advisory_lock(hashtext('outbox'), 1)";

    private static final String WAKE = "SELECT pg_advisory_unlock(hashtext('outbox'), 1)";

    private final DataSource dataSource;
    private @Nullable Connection connection;

    /** It sleeps, and holds both locks. Who is awake holds neither: a relay that is stopped then must keep nobody from it. */
    private boolean sentry;

    private long nextConnection = System.nanoTime();

    /** @param dataSource opens a connection for each call, and none of a pool: it is held as long as the relay runs */
    public NotifyBell(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Override
    public synchronized boolean rings(Duration limit) throws InterruptedException {
        try {
            Connection listening = connection;
            if (listening == null) {
                return listens(limit);
            }
            if (!sentry && ask(listening, BE_SENTRY)) {
                sentry = ask(listening, SLEEP);
                if (!sentry) {
                    ask(listening, BE_SENTRY_NO_MORE);
                    Thread.sleep(UNTIL_A_WRITER_COMMITS.toMillis());
                }
                return true;
            }
            // 0 would be for ever
            int millis = (int) Math.max(1, limit.toMillis());
            return listening.unwrap(PGConnection.class).getNotifications(millis).length > 0;
        } catch (SQLException e) {
            LOG.debug("outbox: nobody listens: {}", OneLine.ofRootCause(e));
            close();
            return false;
        }
    }

    @Override
    public synchronized void leave() {
        Connection listening = connection;
        if (sentry && listening != null) {
            try {
                ask(listening, WAKE);
                ask(listening, BE_SENTRY_NO_MORE);
                sentry = false;
            } catch (SQLException e) {
                close();
            }
        }
    }

    /** @return whether it listens from now on, and what has rung before is unheard */
    private boolean listens(Duration limit) throws SQLException, InterruptedException {
        if (System.nanoTime() - nextConnection < 0) {
            Thread.sleep(limit.toMillis());
            return false;
        }
        nextConnection = System.nanoTime() + BEFORE_ANOTHER_CONNECTION.toNanos();
        Connection opened = dataSource.getConnection();
        connection = opened;
        try (Statement statement = opened.createStatement()) {
            statement.execute(LISTEN);
        }
        return true;
    }

    private static boolean ask(Connection listening, String question) throws SQLException {
        try (Statement statement = listening.createStatement();
                ResultSet answer = statement.executeQuery(question)) {
            return answer.next() && answer.getBoolean(1);
        }
    }

    @Override
    public synchronized void close() {
        Connection listening = connection;
        connection = null;
        sentry = false;
        if (listening != null) {
            try {
                listening.close();
            } catch (SQLException e) {
                LOG.debug("outbox: {}", OneLine.ofRootCause(e));
            }
        }
    }
}

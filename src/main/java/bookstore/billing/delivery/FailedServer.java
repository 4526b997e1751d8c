package bookstore.billing.delivery;

import java.sql.SQLException;
import org.springframework.amqp.AmqpException;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** Tells an operator which server it was that failed, since "Connection refused" fits all of them. */
public final class FailedServer {

    /** undefined_table, see PostgreSQL's appendix A. */
    private static final String NO_TABLE = "42P01";

    private FailedServer() {}

    /**
     * Whether the failure is one of the moment, and needs no line of its own: a server that is away is told by its
     * probe or its connection, and a wait that has run out is repeated.
     */
    public static boolean passes(Throwable failure) {
        Throwable original = Verdict.original(failure);
        return Verdict.of(original).fate() == Verdict.Fate.LATER
                || Verdict.suspectsDatabase(original)
                || Verdict.missesBroker(original);
    }

    /** What failed in the first place, in one line, behind the server's name where it was one's. */
    public static String line(Throwable failure) {
        String root = OneLine.ofRootCause(failure);
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && NO_TABLE.equals(sql.getSQLState())) {
                return "the database has not all tables, which the application makes when it is started: " + root;
            }
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof DataAccessException
                    || cause instanceof TransactionException
                    || cause instanceof SQLException) {
                return "the database: " + root;
            }
            if (cause instanceof AmqpException) {
                return "the broker: " + root;
            }
        }
        return root;
    }
}

package bookstore.billing.delivery;

import com.rabbitmq.client.ShutdownSignalException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import org.apache.camel.processor.idempotent.NoMessageIdException;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.AmqpConnectException;
import org.springframework.amqp.support.converter.MessageConversionException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;

/**
 * What a failure means for its message.
 *
 * @param fate what happens to the message
 * @param reason why it is refused; null unless it is
 */
record Verdict(Fate fate, @Nullable Reason reason) {

    enum Fate {
        /** No waiting cures it: a dead letter at once. */
        REFUSED,
        /** The try counts, and the message comes again after the next delay. */
        FAILED,
        /** Not the message's fault: it comes again after a delay, the first one unless it asks for more, and no try is counted. */
        LATER
    }

    /**
     * What failed in the first place: where the rollback fails too, since the connection has gone, Spring throws that
     * failure, and it has no SQLSTATE.
     */
    static Throwable original(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof TransactionSystemException system && system.getApplicationException() != null) {
                return system.getApplicationException();
            }
        }
        return failure;
    }

    /** Whether the broker could not be spoken to, as its connection's own line tells. */
    static boolean missesBroker(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof AmqpConnectException || cause instanceof ShutdownSignalException) {
                return true;
            }
        }
        return false;
    }

    /** Whether it is for an outage that is known, and was told when it began. */
    static boolean isToldAlready(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ServerAwayException) {
                return true;
            }
        }
        return false;
    }

    /** Whether this failure looks as if the database was away, or cannot be used; only a probe can tell. */
    static boolean suspectsDatabase(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && (hasState(sql, DATABASE_AWAY) || hasState(sql, CANNOT_BE_USED))) {
                return true;
            }
        }
        return false;
    }

    /** The failure of a server that is told by its own exception; null where there is none. */
    static @Nullable ServerFailedException serverFailure(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ServerFailedException server) {
                return server;
            }
        }
        return null;
    }

    /**
     * SQLSTATEs that speak of the moment and not of the message: lock_not_available (lock_timeout ran out),
     * serialization_failure, deadlock_detected, query_canceled (statement_timeout), too_many_connections,
     * idle_in_transaction_session_timeout. See PostgreSQL's appendix A.
     */
    private static final Set<String> PASSING = Set.of("55P03", "40001", "40P01", "57014", "53300", "25P03");

    /**
     * SQLSTATEs and classes of them that mean that the database is away or going away, out of room, broken, or a
     * read-only copy since a failover.
     */
    private static final Set<String> DATABASE_AWAY = Set.of("08", "57P", "531", "532", "534", "58", "25006");

    /** A missing table or right: the database's fault if its probe says so too, and otherwise the statement's. */
    private static final Set<String> CANNOT_BE_USED = Set.of("42P01", "42501");

    /** How long a message whose turn has not come would wait; zero where it does not say. */
    static Duration wanted(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof TryLaterException later) {
                return later.waiting();
            }
        }
        return Duration.ZERO;
    }

    /** @return why the message is refused; only for {@link Fate#REFUSED} */
    Reason refusal() {
        return Objects.requireNonNull(reason, "a message is refused for a reason");
    }

    static Verdict of(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof RefusedMessageException refused) {
                return refused(refused.reason());
            }
            if (cause instanceof NoMessageIdException) {
                return refused(Reason.MISSING_MESSAGE_ID);
            }
            if (cause instanceof MessageConversionException) {
                return refused(Reason.INVALID_MESSAGE);
            }
            if (cause instanceof TryLaterException
                    || cause instanceof CannotCreateTransactionException
                    || cause instanceof CannotGetJdbcConnectionException
                    || cause instanceof SQLException sql && isPassing(sql)) {
                return new Verdict(Fate.LATER, null);
            }
        }
        return new Verdict(Fate.FAILED, null);
    }

    private static Verdict refused(Reason reason) {
        return new Verdict(Fate.REFUSED, reason);
    }

    private static boolean isPassing(SQLException failure) {
        return hasState(failure, PASSING) || hasState(failure, DATABASE_AWAY);
    }

    private static boolean hasState(SQLException failure, Set<String> starts) {
        String state = failure.getSQLState();
        return state != null && starts.stream().anyMatch(state::startsWith);
    }
}

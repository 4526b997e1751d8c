package bookstore.billing.operate;

import bookstore.billing.delivery.OneLine;
import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Method;
import com.rabbitmq.client.ShutdownSignalException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.AmqpAuthenticationException;
import org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails;

/** Waits, visibly and up to a limit, for servers that are configured but not there yet. */
public final class ServersAwaited {

    private static final Logger LOG = LoggerFactory.getLogger("bookstore.billing.start");
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    /** SQLSTATE 57P03, cannot_connect_now: the server is starting up; class 08: no connection. */
    private static final Predicate<Exception> DATABASE_NOT_THERE_YET = e -> e instanceof SQLException sql
            && sql.getSQLState() != null
            && (sql.getSQLState().startsWith("08") || sql.getSQLState().equals("57P03"));

    private final Duration limit;

    /** @param limit how long to wait for each server */
    public ServersAwaited(Duration limit) {
        this.limit = limit;
    }

    /** @throws StartRefusedException where the database is not there in time, or refuses us */
    public void database(JdbcConnectionDetails details) {
        await("the database " + withoutParameters(details.getJdbcUrl()), DATABASE_NOT_THERE_YET, () -> {
            try (Connection connection =
                    DriverManager.getConnection(details.getJdbcUrl(), details.getUsername(), details.getPassword())) {
                return connection.isValid(0);
            }
        });
    }

    /**
     * Declares exchanges and queues as soon as the broker is there.
     *
     * @param declare what declares them
     * @throws StartRefusedException where the broker is not there in time, refuses us, or has a queue with other
     *     arguments
     */
    public void broker(Runnable declare) {
        await("the broker", e -> !(e instanceof AmqpAuthenticationException) && refusal(e) == null, () -> {
            declare.run();
            return true;
        });
    }

    private void await(String server, Predicate<Exception> notThereYet, Callable<Boolean> look) {
        Instant end = Instant.now().plus(limit);
        while (true) {
            try {
                look.call();
                return;
            } catch (Exception e) {
                if (!notThereYet.test(e)) {
                    ShutdownSignalException refusal = refusal(e);
                    throw new StartRefusedException(
                            server + " refuses us: " + (refusal == null ? told(e) : OneLine.of(text(refusal))));
                }
                Duration left = Duration.between(Instant.now(), end);
                if (left.isNegative()) {
                    throw new StartRefusedException(server + " has not come within " + limit.toSeconds()
                            + " s (billing.start.server-wait): " + told(e));
                }
                LOG.warn("waiting for {}, {} s more at most: {}", server, left.toSeconds(), told(e));
                LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
            }
        }
    }

    /** What the broker closed the channel or the connection for; null where it was not the broker's own decision. */
    private static @Nullable ShutdownSignalException refusal(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ShutdownSignalException signal
                    && !signal.isInitiatedByApplication()
                    && signal.getReason() != null) {
                return signal;
            }
        }
        return null;
    }

    private static String text(ShutdownSignalException refusal) {
        Method reason = refusal.getReason();
        if (reason instanceof AMQP.Channel.Close channel) {
            return channel.getReplyText();
        }
        return reason instanceof AMQP.Connection.Close connection ? connection.getReplyText() : reason.toString();
    }

    /** Drivers quote the address that they could not use, with all that stands in it. */
    private static String told(Throwable failure) {
        return Secrets.hidden(OneLine.ofRootCause(failure));
    }

    /** A URL's parameters may hold a password. */
    private static String withoutParameters(String url) {
        return url.replaceAll("\\?.*", "");
    }
}

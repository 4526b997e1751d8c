package bookstore.billing.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToLongFunction;

/** Looks at the contender's connections four times a second, until it is told to end. */
final class ConnectionWatch {

    private static final long PAUSE_MILLIS = 250;

    /** A transaction that is idle for half a payment waits for the payment. */
    private static final String LOOK =
            """
            SELECT count(*) FILTER (WHERE state <> 'idle'),
                   count(*) FILTER (WHERE state = 'idle in transaction'),
                   count(*) FILTER (WHERE state = 'idle in transaction'
                                      AND clock_timestamp() - state_change > ? * interval '1 ms')
            FROM pg_stat_activity
            WHERE datname = current_database() AND application_name <> 'benchmark' AND backend_type = 'client backend'
            """;

    /**
     * What {@code pg_stat_activity} said in one moment.
     *
     * @param busy connections that are not idle, those in an idle transaction included
     * @param idleInTransaction connections whose transaction waits for its client
     * @param held those that wait for as long as half a payment; 0 where a payment takes no time
     */
    private record Look(long busy, long idleInTransaction, long held) {}

    /** Averages over the looks, and the most that any of them saw. */
    record Seen(double busy, double idleInTransaction, long mostHeld) {}

    private final List<Look> looks = new ArrayList<>();
    private final CompletableFuture<Void> watching;
    private volatile boolean ended;

    private ConnectionWatch(BenchDatabase database, Duration payment) {
        this.watching = CompletableFuture.runAsync(() -> watch(database, payment));
    }

    static ConnectionWatch start(BenchDatabase database, Duration payment) {
        return new ConnectionWatch(database, payment);
    }

    Seen end() {
        ended = true;
        watching.join();
        return new Seen(
                average(Look::busy),
                average(Look::idleInTransaction),
                looks.stream().mapToLong(Look::held).max().orElse(0));
    }

    private double average(ToLongFunction<Look> count) {
        return looks.stream().mapToLong(count).average().orElse(0);
    }

    private void watch(BenchDatabase database, Duration payment) {
        try (Connection connection = database.connect();
                PreparedStatement statement = connection.prepareStatement(LOOK)) {
            statement.setLong(1, payment.toMillis() / 2);
            while (!ended) {
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    looks.add(new Look(row.getLong(1), row.getLong(2), payment.isZero() ? 0 : row.getLong(3)));
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("pg_stat_activity cannot be read", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package bookstore.billing.operate;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;

/**
 * What holds for each connection of the pool. Its limits follow from the payment's: a copy waits for its first one a
 * little longer than that one's payment may take; the server ends a transaction that hangs beyond that, which frees who
 * waits for it; and a connection that has gone silent is given up after all of these.
 */
public final class DatabaseSession {

    private static final Duration LOCK_MARGIN = Duration.ofSeconds(5);
    private static final Duration IDLE_MARGIN = Duration.ofSeconds(30);
    private static final Duration SILENCE_MARGIN = Duration.ofSeconds(15);

    /**
     * A message is acked once its COMMIT has returned, so what is committed has to outlive a crash; a server, or a
     * role, may be set to answer before it has written. Stricter settings, for replicas, stay as they are.
     */
    private static final String INIT =
            """
            SET lock_timeout = %d;
            SET idle_in_transaction_session_timeout = %d;
            SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'
            """;

    private final HikariDataSource pool;
    private final Duration payment;
    private final Duration mail;

    /**
     * @param payment the limit of one call to the provider
     * @param mail how long a mail may take inside a transaction; zero where none is sent there
     */
    public DatabaseSession(HikariDataSource pool, Duration payment, Duration mail) {
        this.pool = pool;
        this.payment = payment;
        this.mail = mail;
    }

    /** How long a copy waits for the lock of the first one. */
    static Duration lockTimeout(Duration payment) {
        return payment.plus(LOCK_MARGIN);
    }

    /** Takes effect for the connections that are made from now on. */
    public void configure() {
        // READ COMMITTED is part of the guarantee, whatever the database's own default
        pool.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        Duration longest = payment.compareTo(mail) > 0 ? payment : mail;
        pool.setConnectionInitSql(INIT.formatted(
                lockTimeout(payment).toMillis(), longest.plus(IDLE_MARGIN).toMillis()));
        pool.addDataSourceProperty(
                "socketTimeout", Long.toString(payment.plus(SILENCE_MARGIN).toSeconds()));
        pool.addDataSourceProperty("tcpKeepAlive", "true");
    }
}

package bookstore.billing.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.JdbcTemplate;

/** A fresh database with the product's tables. What was committed, and when, is told by the server's own record of commits. */
final class BenchDatabase implements AutoCloseable {

    private static final String NAME = "bench";

    /** The stock repository's own, see its source. */
    private static final String STOCK_TABLE =
            """
            CREATE TABLE camel_messageprocessed (
                processorname varchar(255),
                messageid     varchar(100),
                createdat     timestamp,
                PRIMARY KEY (processorname, messageid)
            )
            """;

    private static final String COMMITTED =
            """
            SELECT count(*)
            FROM invoice
            WHERE pg_xact_commit_timestamp(xmin) >= ? AND pg_xact_commit_timestamp(xmin) < ?
            """;

    private static final String COMMIT_TIMES =
            """
            SELECT order_id, pg_xact_commit_timestamp(xmin)
            FROM invoice
            WHERE order_id = ANY (?)
            """;

    private final JdbcTemplate server;
    private final DataSource dataSource;
    private final JdbcTemplate jdbc;

    private BenchDatabase(Servers servers) {
        this.server = new JdbcTemplate(servers.database("postgres"));
        this.dataSource = servers.database(NAME);
        this.jdbc = new JdbcTemplate(dataSource);
    }

    /** Begins behind a checkpoint, so that no earlier run's pages are written during the next. */
    static BenchDatabase create(Servers servers) {
        var database = new BenchDatabase(servers);
        database.close();
        database.server.execute("CREATE DATABASE " + NAME);
        Flyway.configure().dataSource(database.dataSource).load().migrate();
        database.jdbc.execute(STOCK_TABLE);
        database.server.execute("CHECKPOINT");
        return database;
    }

    String name() {
        return NAME;
    }

    Connection connect() throws SQLException {
        return dataSource.getConnection();
    }

    long invoices() {
        Long count = jdbc.queryForObject("SELECT count(*) FROM invoice", Long.class);
        return count == null ? 0 : count;
    }

    long committedBetween(Instant from, Instant to) {
        Long count = jdbc.queryForObject(COMMITTED, Long.class, Timestamp.from(from), Timestamp.from(to));
        return count == null ? 0 : count;
    }

    Map<UUID, Instant> commitTimes(Collection<UUID> orders) {
        var times = new HashMap<UUID, Instant>();
        jdbc.query(
                connection -> {
                    var statement = connection.prepareStatement(COMMIT_TIMES);
                    statement.setArray(1, connection.createArrayOf("uuid", orders.toArray()));
                    return statement;
                },
                row -> {
                    times.put(row.getObject(1, UUID.class), row.getTimestamp(2).toInstant());
                });
        return times;
    }

    void writeEvents(int events, String body) {
        jdbc.update(
                """
                INSERT INTO outbox_message (type, key, body)
                SELECT 'InvoiceCreated', number::text, ? FROM generate_series(1, ?) AS number ORDER BY number
                """,
                body,
                events);
    }

    long unsentEvents() {
        Long count = jdbc.queryForObject("SELECT count(*) FROM outbox_message WHERE sent_at IS NULL", Long.class);
        return count == null ? 0 : count;
    }

    /** Of those that were sent last. */
    double eventsPerSecond(int last) {
        Double rate = jdbc.queryForObject(
                """
                SELECT count(*) / extract(epoch FROM max(sent_at) - min(sent_at))
                FROM (SELECT sent_at FROM outbox_message ORDER BY sent_at DESC LIMIT ?) AS late
                """,
                Double.class,
                last);
        return rate == null ? Double.NaN : rate;
    }

    @Override
    public void close() {
        server.execute("DROP DATABASE IF EXISTS " + NAME + " WITH (FORCE)");
    }
}

package bookstore.billing.dev;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * A fresh, empty database in a real PostgreSQL, which starts with the first one asked for and stops with the JVM.
 *
 * <p>The server trusts every login and does not wait for its disk: for correctness only, no speed measured on it counts.
 */
public final class Database implements AutoCloseable {

    private static final AtomicInteger CREATED = new AtomicInteger();

    private final String name;
    private final PGSimpleDataSource dataSource = new PGSimpleDataSource();
    private final JdbcTemplate jdbc = new JdbcTemplate(dataSource);

    private Database(String name) {
        this.name = name;
        dataSource.setUrl(Server.POSTGRES.getJdbcUrl(username(), name));
        dataSource.setUser(username());
        dataSource.setPassword(password());
    }

    public static Database create() {
        String name = "billing_" + CREATED.incrementAndGet();
        Server.execute("create database " + name);
        return new Database(name);
    }

    public String url() {
        return urlOnPort(port());
    }

    /** The same database by way of a {@link Forwarder}, or of whatever else listens there. */
    public String urlOnPort(int port) {
        return "jdbc:postgresql://localhost:" + port + "/" + name;
    }

    public int port() {
        return Server.POSTGRES.getPort();
    }

    public String name() {
        return dataSource.getDatabaseName();
    }

    public String username() {
        return "postgres";
    }

    /** Any would do; it is not empty, so that settings which refuse an empty one can be tested with it. */
    public String password() {
        return "postgres";
    }

    /** Opens a connection for each call: no pool hides a leak, and none is left to close. */
    public DataSource dataSource() {
        return dataSource;
    }

    public long count(String sql, @Nullable Object... arguments) {
        Long count = jdbc.queryForObject(sql, Long.class, arguments);
        return count == null ? 0 : count;
    }

    public List<Map<String, Object>> rows(String sql, @Nullable Object... arguments) {
        return jdbc.queryForList(sql, arguments);
    }

    public int update(String sql, @Nullable Object... arguments) {
        return jdbc.update(sql, arguments);
    }

    /** Drops the database and cuts whoever is still connected to it. Not needed at the end: the server takes all with it. */
    @Override
    public void close() {
        Server.execute("drop database if exists " + name + " with (force)");
    }

    @Override
    public String toString() {
        return url();
    }

    /** Its own class, so that the server starts when the first database is created and not when a test is loaded. */
    private static final class Server {

        static final EmbeddedPostgres POSTGRES = start();

        private static EmbeddedPostgres start() {
            try {
                EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                        .setDataDirectory(ServerFolder.path().resolve("postgres"))
                        .setServerConfig("max_connections", "300")
                        .setRegisterShutdownHook(false)
                        .start();
                AtEnd.run(() -> stop(postgres));
                return postgres;
            } catch (IOException e) {
                throw new UncheckedIOException("PostgreSQL did not start", e);
            }
        }

        private static void stop(EmbeddedPostgres postgres) {
            try {
                postgres.close();
            } catch (IOException e) {
                throw new UncheckedIOException("PostgreSQL did not stop", e);
            }
        }

        /** One at a time: PostgreSQL refuses to copy its template for two databases at once. */
        static synchronized void execute(String sql) {
            new JdbcTemplate(POSTGRES.getPostgresDatabase()).execute(sql);
        }
    }
}

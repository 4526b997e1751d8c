package bookstore.billing.bench;

import java.sql.Connection;
import java.sql.SQLException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** The inbox's table as the server counts it, and the cleaner's lock, by which the cleaning waits for its turn in a trial. */
final class CleanerDatabase implements AutoCloseable {

    private static final String FILL =
            """
            INSERT INTO processed_message (message_id, consumer, fingerprint, processed_at)
            SELECT gen_random_uuid(), 'billing.invoice', gen_random_uuid() || ' 149.90 TRY',
                   CASE WHEN i <= ?
                        THEN now() - interval '60 days' + i * interval '29 days' / ?
                        ELSE now() - interval '29 days' + (i - ?) * interval '28 days' / ?
                   END
            FROM generate_series(1, ?) AS i
            """;

    private static final String SIZES =
            """
            SELECT format('table %s, indexes %s; live %s, dead %s; vacuumed %s times',
                          pg_size_pretty(pg_table_size(relid)), pg_size_pretty(pg_indexes_size(relid)),
                          n_live_tup, n_dead_tup, vacuum_count + autovacuum_count)
            FROM pg_stat_user_tables WHERE relname = 'processed_message'
            """;

    private final Connection connection;
    private final JdbcTemplate jdbc;

    CleanerDatabase(BenchDatabase database) throws SQLException {
        this.connection = database.connect();
        this.jdbc = new JdbcTemplate(new SingleConnectionDataSource(connection, true));
    }

    void fill(CleanerProfile profile) {
        long expired = profile.expired();
        long kept = Math.max(1, profile.rows() - expired);
        jdbc.update(FILL, expired, Math.max(1, expired), expired, kept, profile.rows());
        jdbc.execute("VACUUM ANALYZE processed_message");
        jdbc.execute("CHECKPOINT");
    }

    /** No instance cleans from now on. */
    void holdBack() {
        jdbc.queryForList("SELECT pg_advisory_lock(hashtext('job'), hashtext('inbox-cleanup'))::text");
    }

    void letClean() {
        jdbc.queryForList("SELECT pg_advisory_unlock(hashtext('job'), hashtext('inbox-cleanup'))");
    }

    /** Rows that were deleted so far, as the statistics have it: a second or so late, and at no cost. */
    long deleted() {
        return number("SELECT n_tup_del FROM pg_stat_user_tables WHERE relname = 'processed_message'");
    }

    long expired() {
        return number("SELECT count(*) FROM processed_message WHERE processed_at < now() - interval '720 hours'");
    }

    long deadlocks() {
        return number("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()");
    }

    String sizes() {
        String sizes = jdbc.queryForObject(SIZES, String.class);
        return sizes == null ? "unknown" : sizes;
    }

    private long number(String sql) {
        Long number = jdbc.queryForObject(sql, Long.class);
        return number == null ? 0 : number;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}

package bookstore.billing.inquiry;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;

/** Reads what our tables say of orders, and changes nothing. */
public final class OrderRecords {

    private static final int ROWS_AT_ONCE = 1_000;

    /**
     * The lock is the one that the transacted route takes for an order, and two orders of one hash would show each other's;
     * the claim is what the other route has instead.
     */
    private static final String FIND =
            """
            SELECT wanted.order_id,
                   invoice.id, invoice.amount, invoice.currency, invoice.payment_id, invoice.created_at,
                   payment.payment_id AS known_payment_id, payment.status, payment.updated_at,
                   locked.objid IS NOT NULL
                   OR EXISTS (SELECT FROM inbox_claim
                              WHERE inbox_claim.order_id = wanted.order_id AND deadline > clock_timestamp()) AS in_work
            FROM unnest(?) AS wanted (order_id)
            LEFT JOIN invoice ON invoice.order_id = wanted.order_id
            LEFT JOIN payment ON payment.order_id = wanted.order_id
            LEFT JOIN (SELECT DISTINCT objid
                       FROM pg_locks
                       WHERE locktype = 'advisory' AND objsubid = 2
                         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                         AND classid::bigint = hashtext('order')::bigint & 4294967295) AS locked
                ON locked.objid::bigint = hashtext(wanted.order_id::text)::bigint & 4294967295
            """;

    private static final String INVOICED_BETWEEN =
            """
            SELECT order_id
            FROM invoice
            WHERE created_at >= ? AND created_at < ?
            """;

    private static final String NOW = "SELECT clock_timestamp()";

    private final JdbcTemplate jdbc;

    public OrderRecords(DataSource dataSource) {
        this.jdbc = new JdbcTemplate(dataSource);
    }

    /** The database's clock. */
    public Instant now() {
        OffsetDateTime now = jdbc.queryForObject(NOW, OffsetDateTime.class);
        if (now == null) {
            throw new IllegalStateException("a clock tells a time");
        }
        return now.toInstant();
    }

    /** @return one for each of the orders, also where nothing is known of it */
    public Map<UUID, OrderRecord> find(Collection<UUID> orders) {
        Map<UUID, OrderRecord> found = new HashMap<>();
        jdbc.query(
                connection -> {
                    PreparedStatement statement = connection.prepareStatement(FIND);
                    Array wanted = connection.createArrayOf("uuid", orders.toArray());
                    statement.setArray(1, wanted);
                    return statement;
                },
                row -> {
                    OrderRecord order = order(row);
                    found.put(order.orderId(), order);
                });
        return found;
    }

    /** Hands on the orders whose invoice was made from the one instant on and before the other, a few at a time. */
    public void invoicedBetween(Instant from, Instant to, Consumer<UUID> each) {
        jdbc.execute((ConnectionCallback<@Nullable Void>) connection -> {
            boolean autoCommit = connection.getAutoCommit();
            // the driver reads a result in parts only within a transaction
            connection.setAutoCommit(false);
            try (PreparedStatement statement = connection.prepareStatement(INVOICED_BETWEEN)) {
                statement.setFetchSize(ROWS_AT_ONCE);
                statement.setObject(1, from.atOffset(ZoneOffset.UTC));
                statement.setObject(2, to.atOffset(ZoneOffset.UTC));
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        each.accept(rows.getObject(1, UUID.class));
                    }
                }
            } finally {
                end(connection, autoCommit);
            }
            return null;
        });
    }

    private static void end(Connection connection, boolean autoCommit) throws SQLException {
        connection.rollback();
        connection.setAutoCommit(autoCommit);
    }

    private static OrderRecord order(ResultSet row) throws SQLException {
        return new OrderRecord(
                row.getObject("order_id", UUID.class), invoice(row), payment(row), row.getBoolean("in_work"));
    }

    private static @Nullable Invoice invoice(ResultSet row) throws SQLException {
        UUID id = row.getObject("id", UUID.class);
        return id == null
                ? null
                : new Invoice(
                        id,
                        row.getBigDecimal("amount"),
                        row.getString("currency"),
                        row.getString("payment_id"),
                        instant(row, "created_at"));
    }

    private static @Nullable Payment payment(ResultSet row) throws SQLException {
        String status = row.getString("status");
        return status == null
                ? null
                : new Payment(row.getString("known_payment_id"), status, instant(row, "updated_at"));
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}

package bookstore.billing.operate;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails;

/**
 * Asks the database on a connection of its own, whether the consumers' tables are there and can be written: the pool's
 * connections may all be busy, which is no outage.
 */
public final class DatabaseProbe {

    private static final String SECONDS = "3";

    /** too_many_connections: a server that says so is there. */
    private static final String TOO_MANY_CONNECTIONS = "53300";

    /** Fails where a table is missing; says whether this is a server that only reads, as after a failover. */
    private static final String ASK =
            """
            SELECT current_setting('transaction_read_only')::boolean
            FROM (SELECT 1) AS one LEFT JOIN (SELECT 1 FROM invoice, payment, processed_message, inbox_claim, outbox_message LIMIT 0) AS tables ON true
            """;

    private final JdbcConnectionDetails details;

    public DatabaseProbe(JdbcConnectionDetails details) {
        this.details = details;
    }

    /** @throws SQLException where the database does not answer within a few seconds, or cannot be written */
    public void check() throws SQLException {
        var properties = new Properties();
        if (details.getUsername() != null) {
            properties.put("user", details.getUsername());
        }
        if (details.getPassword() != null) {
            properties.put("password", details.getPassword());
        }
        properties.put("connectTimeout", SECONDS);
        properties.put("loginTimeout", SECONDS);
        properties.put("socketTimeout", SECONDS);
        try (Connection connection = DriverManager.getConnection(details.getJdbcUrl(), properties);
                Statement statement = connection.createStatement()) {
            try (ResultSet readOnly = statement.executeQuery(ASK)) {
                if (readOnly.next() && readOnly.getBoolean(1)) {
                    throw new SQLException("the database is read-only", "25006");
                }
            }
        } catch (SQLException e) {
            if (!TOO_MANY_CONNECTIONS.equals(e.getSQLState())) {
                throw e;
            }
        }
    }
}

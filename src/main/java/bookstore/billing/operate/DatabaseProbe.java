package bookstore.billing.operate;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails;

/** Asks the database on a connection of its own: the pool's may all be busy, which is no outage. */
public final class DatabaseProbe {

    private static final String SECONDS = "3";

    private final JdbcConnectionDetails details;

    public DatabaseProbe(JdbcConnectionDetails details) {
        this.details = details;
    }

    /** @throws SQLException where the database does not answer within a few seconds */
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
            statement.execute("SELECT 1");
        }
    }
}

package bookstore.billing;

import bookstore.billing.inbox.InboxCleaner;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Properties;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** What forgets in the inbox, and what watches that it does not forget too early. */
@Configuration(proxyBeanMethods = false)
class InboxBeans {

    @Bean
    InboxCleaner inboxCleaner(JdbcConnectionDetails database, BillingSettings settings, MeterRegistry meters) {
        BillingSettings.Cleanup cleanup = settings.inbox().cleanup();
        return new InboxCleaner(
                ownConnections(database), settings.inbox().retention(), cleanup.batch(), cleanup.pause(), meters);
    }

    /** One more connection while it works, and none of the pool's: those are the consumers'. No bean, since there is one database. */
    private static DataSource ownConnections(JdbcConnectionDetails database) {
        var properties = new Properties();
        properties.setProperty("connectTimeout", "3");
        properties.setProperty("socketTimeout", "60");
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("ApplicationName", "billing-invoice inbox-cleanup");
        var connections = new DriverManagerDataSource(database.getJdbcUrl(), properties);
        if (database.getUsername() != null) {
            connections.setUsername(database.getUsername());
        }
        if (database.getPassword() != null) {
            connections.setPassword(database.getPassword());
        }
        return connections;
    }
}

package bookstore.billing;

import bookstore.billing.inbox.InboxCleaner;
import bookstore.billing.operate.Limits;
import bookstore.billing.operate.RetentionGuard;
import bookstore.billing.operate.RetentionHealth;
import bookstore.billing.replay.ReplaySettings;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
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

    @Bean(initMethod = "check")
    RetentionGuard retentionGuard(BillingSettings settings, Limits limits) {
        return new RetentionGuard(
                settings.inbox().retention(),
                limits.stop(),
                settings.invoice().prefetch(),
                settings.retry().delays(),
                settings.deadLetter().retention(),
                ReplaySettings.margin(settings.inbox().retention()),
                settings.inbox().allowEarlyForgetting());
    }

    @Bean
    RetentionHealth retention(RetentionGuard guard) {
        return new RetentionHealth(guard);
    }

    @Bean
    MeterBinder retentionMargin(RetentionGuard guard) {
        return TimeGauge.builder("inbox.retention.margin", () -> guard.margin().toSeconds(), TimeUnit.SECONDS)
                .description("Between the last copy that can come and its forgetting")::register;
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

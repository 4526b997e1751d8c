package bookstore.billing;

import bookstore.billing.delivery.BatchPublisher;
import bookstore.billing.delivery.Outages;
import bookstore.billing.delivery.Topology;
import bookstore.billing.outbox.Bell;
import bookstore.billing.outbox.EventPublisher;
import bookstore.billing.outbox.NotifyBell;
import bookstore.billing.outbox.OutboxBacklog;
import bookstore.billing.outbox.OutboxWatch;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Properties;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** What the routes of {@code outbox-relay.camel.yaml} name. */
@Configuration(proxyBeanMethods = false)
class OutboxBeans {

    private static final String SECONDS = "5";

    @Bean
    EventPublisher outboxPublisher(RabbitAdmin admin, BillingSettings settings) {
        return new EventPublisher(
                new BatchPublisher(admin.getRabbitTemplate().getConnectionFactory(), Topology.declaredAgain(admin)),
                settings.outbox().envelope(),
                settings.outbox().namespace());
    }

    @Bean
    OutboxWatch outboxWatch(Bell bell, Outages outages, BillingSettings settings, MeterRegistry meters) {
        return new OutboxWatch(bell, settings.outbox().poll(), outages, meters);
    }

    @Bean
    OutboxBacklog outboxBacklog(MeterRegistry meters) {
        return new OutboxBacklog(meters);
    }

    @Bean
    Bell outboxBell(JdbcConnectionDetails database, BillingSettings settings) {
        return settings.outbox().listen() ? new NotifyBell(ofItsOwn(database)) : Bell.none();
    }

    /** No bean, since there is one database and whatever asks for it by its type means the pool. */
    private static DriverManagerDataSource ofItsOwn(JdbcConnectionDetails database) {
        var properties = new Properties();
        properties.put("connectTimeout", SECONDS);
        properties.put("loginTimeout", SECONDS);
        properties.put("socketTimeout", SECONDS);
        properties.put("tcpKeepAlive", "true");
        var connections = new DriverManagerDataSource(database.getJdbcUrl(), properties);
        connections.setUsername(database.getUsername());
        connections.setPassword(database.getPassword());
        return connections;
    }
}

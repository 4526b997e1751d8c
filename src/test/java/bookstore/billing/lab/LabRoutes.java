package bookstore.billing.lab;

import bookstore.billing.delivery.ExactBody;
import bookstore.billing.dev.Broker;
import bookstore.billing.dev.Database;
import bookstore.billing.dev.Provider;
import bookstore.billing.inbox.PostgresInbox;
import bookstore.billing.order.OrderReader;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.Registry;
import org.apache.camel.spi.ResourceLoader;
import org.apache.camel.spring.spi.SpringTransactionPolicy;
import org.apache.camel.support.PluginHelper;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

/**
 * Runs the files in {@code routes/lab} in a Camel context without Spring Boot, since Boot would start the product around
 * them.
 */
final class LabRoutes implements AutoCloseable {

    private final HikariDataSource dataSource = new HikariDataSource();
    private final CachingConnectionFactory connections;
    private final CamelContext context = new DefaultCamelContext();

    private LabRoutes(Database database, Broker broker) {
        dataSource.setJdbcUrl(database.url());
        dataSource.setUsername(database.username());
        dataSource.setPassword(database.password());
        dataSource.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        connections = broker.connectionFactory();
    }

    static LabRoutes start(
            Database database, Broker broker, Provider provider, MeterRegistry meters, Deliveries deliveries) {
        var routes = new LabRoutes(database, broker);
        try {
            routes.start(provider, meters, deliveries);
            return routes;
        } catch (Exception e) {
            routes.close();
            throw new IllegalStateException("the laboratory's routes do not start", e);
        }
    }

    private void start(Provider provider, MeterRegistry meters, Deliveries deliveries) throws Exception {
        Registry beans = context.getRegistry();
        beans.bind("dataSource", dataSource);
        beans.bind("connectionFactory", connections);
        beans.bind("PROPAGATION_REQUIRED", new SpringTransactionPolicy(new DataSourceTransactionManager(dataSource)));
        beans.bind("exactBody", new ExactBody());
        beans.bind("orderReader", new OrderReader());
        beans.bind("labInbox", new PostgresInbox(dataSource, "lab.inbox", meters));
        beans.bind("labStockInbox", new PostgresInbox(dataSource, "lab.take-stock-with-inbox", meters));
        beans.bind("keylessPayment", new KeylessPayment(provider.url()));
        context.addRoutePolicyFactory(deliveries);
        ResourceLoader files = PluginHelper.getResourceLoader(context);
        for (LabRoute route : LabRoute.values()) {
            PluginHelper.getRoutesLoader(context).loadRoutes(files.resolveResource("file:" + route.file()));
        }
        context.start();
    }

    @Override
    public void close() {
        context.stop();
        connections.destroy();
        dataSource.close();
    }
}

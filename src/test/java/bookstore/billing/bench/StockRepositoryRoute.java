package bookstore.billing.bench;

import bookstore.billing.delivery.ExactBody;
import bookstore.billing.delivery.Outages;
import bookstore.billing.order.OrderReader;
import bookstore.billing.payment.HttpPaymentGateway;
import bookstore.billing.payment.PendingPayments;
import bookstore.billing.payment.ProviderClient;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.processor.idempotent.jdbc.JdbcMessageIdRepository;
import org.apache.camel.spi.Registry;
import org.apache.camel.spring.spi.SpringTransactionPolicy;
import org.apache.camel.support.PluginHelper;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A route of the usual shape with Camel's own repository, in a Camel context without Spring Boot. */
final class StockRepositoryRoute {

    private StockRepositoryRoute() {}

    public static void main(String[] args) throws Exception {
        Map<String, String> environment = System.getenv();
        var dataSource = new HikariDataSource();
        dataSource.setJdbcUrl(environment.get("SPRING_DATASOURCE_URL"));
        dataSource.setUsername(environment.get("SPRING_DATASOURCE_USERNAME"));
        dataSource.setPassword(environment.get("SPRING_DATASOURCE_PASSWORD"));
        dataSource.setMaximumPoolSize(Integer.parseInt(environment.get("SPRING_DATASOURCE_HIKARI_MAXIMUM_POOL_SIZE")));
        var connections = new CachingConnectionFactory(
                environment.get("SPRING_RABBITMQ_HOST"), Integer.parseInt(environment.get("SPRING_RABBITMQ_PORT")));
        connections.setUsername(environment.get("SPRING_RABBITMQ_USERNAME"));
        connections.setPassword(environment.get("SPRING_RABBITMQ_PASSWORD"));
        var transactions = new DataSourceTransactionManager(dataSource);
        var client = new ProviderClient(environment.get("BILLING_PAYMENT_URL"), Duration.ofSeconds(10));

        CamelContext context = new DefaultCamelContext();
        Registry beans = context.getRegistry();
        beans.bind("dataSource", dataSource);
        beans.bind("connectionFactory", connections);
        beans.bind("PROPAGATION_REQUIRED", new SpringTransactionPolicy(transactions));
        beans.bind("exactBody", new ExactBody());
        beans.bind("orderReader", new OrderReader());
        beans.bind(
                "payment",
                new HttpPaymentGateway(
                        client, new Outages(), new PendingPayments(dataSource), new SimpleMeterRegistry()));
        beans.bind(
                "stockInbox",
                new JdbcMessageIdRepository(dataSource, new TransactionTemplate(transactions), "billing.invoice"));
        context.getPropertiesComponent()
                .addInitialProperty("consumers", environment.get("BILLING_INVOICE_CONCURRENCY"));
        PluginHelper.getRoutesLoader(context)
                .loadRoutes(PluginHelper.getResourceLoader(context)
                        .resolveResource("classpath:bench/stock-repository.camel.yaml"));
        context.start();
        Runtime.getRuntime().addShutdownHook(new Thread(context::stop));
        Thread.currentThread().join();
    }
}

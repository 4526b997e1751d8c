package bookstore.billing;

import bookstore.billing.command.Commands;
import bookstore.billing.delivery.BackToQueue;
import bookstore.billing.delivery.ConsumerContainers;
import bookstore.billing.delivery.ConsumerPause;
import bookstore.billing.delivery.ExactBody;
import bookstore.billing.delivery.ExpiredMessage;
import bookstore.billing.delivery.FailedDelivery;
import bookstore.billing.delivery.Outages;
import bookstore.billing.delivery.Server;
import bookstore.billing.delivery.Topology;
import bookstore.billing.inbox.PostgresClaims;
import bookstore.billing.inbox.PostgresInbox;
import bookstore.billing.operate.BrokerConnection;
import bookstore.billing.operate.DatabaseProbe;
import bookstore.billing.operate.DatabaseSession;
import bookstore.billing.operate.GracefulStop;
import bookstore.billing.operate.InvoiceMode;
import bookstore.billing.operate.Limits;
import bookstore.billing.operate.LoadedRoutes;
import bookstore.billing.operate.MailDelivery;
import bookstore.billing.operate.ServersAwaited;
import bookstore.billing.operate.StartedServices;
import bookstore.billing.order.OrderReader;
import bookstore.billing.payment.HttpPaymentGateway;
import bookstore.billing.payment.PaymentGateway;
import bookstore.billing.payment.PendingPayments;
import bookstore.billing.payment.ProviderClient;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.camel.spring.spi.SpringTransactionPolicy;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.flyway.FlywayMigrationStrategy;
import org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.DependsOn;
import org.springframework.context.annotation.Import;
import org.springframework.retry.interceptor.RetryOperationsInterceptor;
import org.springframework.transaction.PlatformTransactionManager;

/** Gives the routes in {@code routes/} the beans that they name, and starts them; or runs a command instead. */
@SpringBootConfiguration
@EnableAutoConfiguration
@EnableConfigurationProperties(BillingSettings.class)
@Import({
    ManagementBeans.class,
    HealthBeans.class,
    InboxBeans.class,
    OutboxBeans.class,
    MailBeans.class,
    PaymentEventBeans.class
})
public class BillingApplication {

    private static final String BILLING = "billing.invoice";

    public static void main(String[] args) {
        if (Commands.areMeantBy(args)) {
            System.exit(Commands.run(CommandBeans.class, args));
        }
        SpringApplication.run(BillingApplication.class, args);
    }

    // what the routes name

    @Bean("PROPAGATION_REQUIRED")
    SpringTransactionPolicy transactionPolicy(PlatformTransactionManager transactions) {
        return new SpringTransactionPolicy(transactions);
    }

    @Bean
    ExactBody exactBody() {
        return new ExactBody();
    }

    @Bean
    OrderReader orderReader() {
        return new OrderReader();
    }

    @Bean
    PostgresInbox billingInbox(DataSource dataSource, MeterRegistry meters) {
        return new PostgresInbox(dataSource, BILLING, meters);
    }

    /** There in both modes: the transacted route honours what instances of the other mode have claimed. */
    @Bean
    PostgresClaims billingClaims(
            DataSource dataSource,
            PlatformTransactionManager transactions,
            BillingSettings settings,
            MeterRegistry meters) {
        return new PostgresClaims(
                dataSource,
                transactions,
                BILLING,
                settings.claim().lease(),
                Limits.timeToPay(settings.payment().timeout()),
                meters);
    }

    @Bean
    PaymentGateway payment(
            BillingSettings settings, Outages outages, PendingPayments pendingPayments, MeterRegistry meters) {
        var client =
                new ProviderClient(settings.payment().url(), settings.payment().timeout());
        return new HttpPaymentGateway(client, outages, pendingPayments, meters);
    }

    @Bean
    PendingPayments pendingPayments(DataSource dataSource) {
        return new PendingPayments(dataSource);
    }

    @Bean
    RetryOperationsInterceptor failedDelivery(
            RabbitAdmin admin,
            BillingSettings settings,
            Outages outages,
            PendingPayments pendingPayments,
            PostgresClaims claims,
            MeterRegistry meters) {
        return new FailedDelivery(
                        admin, settings.retry().schedule(), outages, claims.releasedAfter(pendingPayments), meters)
                .advice();
    }

    @Bean
    ExpiredMessage expiredMessage() {
        return new ExpiredMessage();
    }

    @Bean
    RetryOperationsInterceptor backToQueue() {
        return new BackToQueue().advice();
    }

    // what keeps them running while servers come and go

    @Bean
    Outages outages() {
        return new Outages();
    }

    @Bean
    ConsumerContainers consumerContainers(RabbitAdmin admin, Limits limits, BillingSettings settings) {
        return new ConsumerContainers(admin, limits.stop(), settings.invoice().mode() == InvoiceMode.CLAIM);
    }

    @Bean
    DatabaseProbe databaseProbe(JdbcConnectionDetails database) {
        return new DatabaseProbe(database);
    }

    @Bean
    ConsumerPause consumerPause(Outages outages, DatabaseProbe probe) {
        return new ConsumerPause(
                outages,
                probe::check,
                Map.of(Server.PAYMENT_PROVIDER, InvoiceMode.routes(), Server.MAIL_SERVER, MailBeans.ROUTES));
    }

    @Bean
    StartedServices startedServices(ConsumerPause pause) {
        return new StartedServices(pause);
    }

    @Bean
    GracefulStop gracefulStop(ConsumerPause pause, ConsumerContainers containers, Limits limits) {
        return new GracefulStop(pause, containers, limits.stop());
    }

    // what must be there before the routes start

    @Bean(initMethod = "check")
    Limits limits(BillingSettings settings, HikariDataSource pool) {
        return new Limits(
                settings.invoice().concurrency(),
                settings.invoice().prefetch(),
                settings.payment().timeout(),
                settings.broker().consumerTimeout(),
                pool.getMaximumPoolSize(),
                Duration.ofMillis(pool.getConnectionTimeout()),
                settings.invoice().mode() == InvoiceMode.CLAIM
                        ? settings.claim().lease()
                        : null,
                new Limits.Mail(
                        settings.mail().timeout(),
                        settings.mail().delivery() == MailDelivery.AT_LEAST_ONCE ? MailBeans.ROUTES.size() : 0));
    }

    @Bean(initMethod = "configure")
    DatabaseSession databaseSession(HikariDataSource pool, BillingSettings settings, Limits limits) {
        return new DatabaseSession(
                pool, settings.payment().timeout(), limits.mail().inTransaction());
    }

    /** Nobody waits for servers with settings that do not work, and nobody connects before the session is set up. */
    @DependsOn({"limits", "retentionGuard", "databaseSession"})
    @Bean
    ServersAwaited serversAwaited(BillingSettings settings) {
        return new ServersAwaited(settings.start().serverWait());
    }

    @Bean
    FlywayMigrationStrategy migrateWhenTheDatabaseIsThere(ServersAwaited servers, JdbcConnectionDetails database) {
        return flyway -> {
            servers.database(database);
            flyway.migrate();
        };
    }

    @Bean
    Topology topology(BillingSettings settings) {
        return new Topology(settings.retry().schedule(), settings.deadLetter().retention());
    }

    @Bean
    BrokerConnection brokerConnection() {
        return new BrokerConnection();
    }

    @Bean
    RabbitAdmin rabbitAdmin(CachingConnectionFactory connections, BrokerConnection told) {
        connections.addConnectionListener(told);
        var admin = new RabbitAdmin(connections);
        // a queue with other arguments stays so, however often it is declared
        admin.setRetryTemplate(null);
        return admin;
    }

    @Bean
    InitializingBean topologyDeclaredWhenTheBrokerIsThere(
            ServersAwaited servers, Topology topology, RabbitAdmin admin) {
        return () -> servers.broker(() -> topology.declare(admin));
    }

    @Bean
    LoadedRoutes loadedRoutes(BillingSettings settings) {
        return new LoadedRoutes(
                settings.routes().directory(), settings.invoice().mode());
    }
}

package bookstore.billing.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import bookstore.billing.delivery.BackToQueue;
import bookstore.billing.delivery.ExactBody;
import bookstore.billing.delivery.ExpiredMessage;
import bookstore.billing.inbox.PostgresClaims;
import bookstore.billing.inbox.PostgresInbox;
import bookstore.billing.order.OrderReader;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mail.DefaultJavaMailSender;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.Registry;
import org.apache.camel.spi.ResourceLoader;
import org.apache.camel.spring.spi.SpringTransactionPolicy;
import org.apache.camel.support.PluginHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

/** A Camel context without Spring Boot makes no route that breaks a rule; the routes are made here, and never started. */
class RouteGuardTest {

    /** Camel itself refuses the files that break these: a step in a wrong place, and beans of another type. */
    private static final Set<String> CAMELS_OWN =
            Set.of("block-outside-transaction", "inbox-repository", "transaction-policy");

    private final DataSource dataSource = new HikariDataSource();
    private final DefaultCamelContext context = new DefaultCamelContext();

    @BeforeEach
    void start() {
        context.setAutoStartup(false);
        bind(dataSource, "billing.invoice");
        context.start();
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    private void bind(DataSource inboxes, String consumer) {
        var transactions = new DataSourceTransactionManager(dataSource);
        var meters = new SimpleMeterRegistry();
        Registry beans = context.getRegistry();
        beans.bind("dataSource", dataSource);
        beans.bind("connectionFactory", new CachingConnectionFactory("127.0.0.1", 1));
        beans.bind("PROPAGATION_REQUIRED", new SpringTransactionPolicy(transactions));
        beans.bind("exactBody", new ExactBody());
        beans.bind("orderReader", new OrderReader());
        beans.bind("expiredMessage", new ExpiredMessage());
        beans.bind("payment", new Object());
        beans.bind("failedDelivery", new BackToQueue().advice());
        beans.bind("backToQueue", new BackToQueue().advice());
        beans.bind("failedMail", new BackToQueue().advice());
        beans.bind("notificationMail", new MailSteps());
        beans.bind("notificationInbox", new PostgresInbox(inboxes, "order.notification", meters));
        beans.bind("billingInbox", new PostgresInbox(inboxes, consumer, meters));
        beans.bind(
                "billingClaims",
                new PostgresClaims(
                        dataSource, transactions, consumer, Duration.ofMinutes(2), Duration.ofSeconds(30), meters));
    }

    static Stream<Arguments> refused() {
        return Examination.safetyRules().stream()
                .filter(rule -> !CAMELS_OWN.contains(rule))
                .map(rule -> arguments(rule, "src/test/resources/broken-routes/" + rule + ".camel.yaml"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void routeThatBreaksARuleIsRefusedWithFileLineStepRuleAndReason(String rule, String file) {
        assertThatThrownBy(() -> load(file))
                .rootCause()
                .isInstanceOf(RefusedRouteException.class)
                .message()
                .matches("\\Q" + file + "\\E:[0-9]+: route broken(, step [a-z-]+)?: " + rule + ": .+")
                .doesNotContain("\n");
        assertThat(context.getRoute("broken")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"routes/billing-invoice.camel.yaml", "routes/expired-messages.camel.yaml"})
    void routeThatShipsIsMade(String file) throws Exception {
        load(file);

        assertThat(context.getRoutes()).hasSize(1);
    }

    @Test
    void claimRouteThatShipsIsMade() throws Exception {
        context.getPropertiesComponent().addInitialProperty("billing.invoice.mode", "claim");

        load("routes/billing-invoice-claim.camel.yaml");

        assertThat(context.getRoutes()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"at-most-once", "at-least-once"})
    void mailRouteThatShipsIsMade(String delivery) throws Exception {
        context.getPropertiesComponent().addInitialProperty("billing.mail.delivery", delivery);

        load("routes/order-notification.camel.yaml");

        assertThat(context.getRoutes()).hasSize(5);
    }

    /** Nothing is wrong with such a route by itself; it is its callers' message that would be mailed again. */
    @Test
    void editOfACalledRouteThatBreaksItsCallersFlowIsRefused() throws Exception {
        load("routes/order-notification.camel.yaml");

        assertThatThrownBy(() -> context.addRoutes(new RouteBuilder() {
                    @Override
                    public void configure() {
                        from("direct:order-notification-at-most-once")
                                .routeId("order-notification-at-most-once")
                                .to("direct:order-notification-send");
                    }
                }))
                .rootCause()
                .isInstanceOf(RefusedRouteException.class)
                .hasMessageContaining("no-inbox");
    }

    @Test
    void inboxOnAnotherDatabaseIsRefused() {
        bind(new HikariDataSource(), "billing.invoice");

        assertRefused("same-database");
    }

    @Test
    void inboxOfAnotherConsumerIsRefused() {
        bind(dataSource, "order.notification");

        assertRefused("own-inbox");
    }

    /** The guard is not told of a language; it looks at what Camel is about to run. */
    @Test
    void routeOfAnotherLanguageIsExaminedToo() {
        assertThatThrownBy(() -> context.addRoutes(new RouteBuilder() {
                    @Override
                    public void configure() {
                        from("spring-rabbitmq:default?queues=billing-invoice")
                                .routeId("java")
                                .to("sql:DELETE FROM invoice");
                    }
                }))
                .rootCause()
                .isInstanceOf(RefusedRouteException.class)
                .hasMessageContaining("route java")
                .hasMessageContaining("no-inbox");
    }

    @Test
    void exceptionThatAConfigurationOfAllRoutesHandlesIsRefused() throws Exception {
        context.addRoutesConfigurations(new org.apache.camel.builder.RouteConfigurationBuilder() {
            @Override
            public void configuration() {
                routeConfiguration().onException(Exception.class).handled(true).log("it failed");
            }
        });

        assertRefused("handled-exception");
    }

    /** The methods that the route names; nothing is sent here. */
    public static final class MailSteps extends DefaultJavaMailSender {

        public void connect(Exchange exchange) {}

        public void lost(Exchange exchange) {}

        public void unknown(Exchange exchange) {}
    }

    private void assertRefused(String rule) {
        assertThatThrownBy(() -> load("routes/billing-invoice.camel.yaml"))
                .rootCause()
                .isInstanceOf(RefusedRouteException.class)
                .hasMessageContaining(": " + rule + ": ");
    }

    private void load(String file) throws Exception {
        ResourceLoader files = PluginHelper.getResourceLoader(context);
        PluginHelper.getRoutesLoader(context).loadRoutes(List.of(files.resolveResource("file:" + file)));
    }
}

package bookstore.billing.dev;

import bookstore.billing.BillingApplication;
import bookstore.billing.operate.InvoiceMode;
import bookstore.billing.operate.OutageHealth;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Route;
import org.apache.camel.ServiceStatus;
import org.apache.camel.spi.RouteController;
import org.assertj.core.api.ThrowingConsumer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.health.HealthEndpoint;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** One instance of the application in this JVM, on a given database, broker and provider. */
public final class BillingApp implements AutoCloseable {

    private final ConfigurableApplicationContext context;

    /** The same object each time, by which it is forgotten. */
    private final Runnable stop;

    private BillingApp(ConfigurableApplicationContext context) {
        this.context = context;
        this.stop = context::close;
        AtEnd.run(stop);
    }

    /**
     * @param additions a class with more beans, by which a test reaches inside; null for what ships
     * @param settings more settings, {@code name=value}
     */
    public static BillingApp start(
            @Nullable Class<?> additions, Database database, Broker broker, Provider provider, String... settings) {
        var arguments = new LinkedHashMap<>(settings(database, broker, provider.url()));
        for (String setting : settings) {
            String[] parts = setting.split("=", 2);
            arguments.put(parts[0], parts[1]);
        }
        return new BillingApp(new SpringApplicationBuilder(BillingApplication.class)
                .registerShutdownHook(false)
                .sources(additions == null ? new Class<?>[0] : new Class<?>[] {additions})
                .run(arguments.entrySet().stream()
                        .map(argument -> "--" + argument.getKey() + "=" + argument.getValue())
                        .toArray(String[]::new)));
    }

    /** What an instance needs to know of its servers, as Spring's properties. */
    static Map<String, String> settings(Database database, Broker broker, String provider) {
        var settings = new LinkedHashMap<String, String>();
        settings.put("spring.datasource.url", database.url());
        settings.put("spring.datasource.username", database.username());
        settings.put("spring.datasource.password", database.password());
        settings.put("spring.rabbitmq.host", broker.host());
        settings.put("spring.rabbitmq.port", Integer.toString(broker.port()));
        settings.put("spring.rabbitmq.username", broker.username());
        settings.put("spring.rabbitmq.password", broker.password());
        settings.put("spring.rabbitmq.virtual-host", broker.virtualHost());
        settings.put("billing.payment.url", provider);
        settings.put("billing.retry.delays", Stage.RETRY_DELAYS);
        settings.put("management.server.port", "0");
        // a JVM that is killed leaves the folders of its web server behind
        settings.put(
                "server.tomcat.basedir",
                ServerFolder.temporary().resolve("tomcat").toString());
        return settings;
    }

    /** The sum of the counters of that name and those tags ({@code "consumer", "billing.invoice", ...}). */
    public long counted(String name, String... tags) {
        return (long) context.getBean(MeterRegistry.class).find(name).tags(tags).counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    /** The gauge of that name, as it stands. */
    public double gauge(String name) {
        return context.getBean(MeterRegistry.class).get(name).gauge().value();
    }

    /** What the health indicator of consuming says. */
    public String health() {
        return context.getBean(OutageHealth.class).health().toString();
    }

    /** Of health and metrics, on 127.0.0.1. */
    public int managementPort() {
        return context.getEnvironment().getRequiredProperty("local.management.port", Integer.class);
    }

    /** The status of one of the indicators that make up the health, such as {@code db}. */
    public Status health(String indicator) {
        return context.getBean(HealthEndpoint.class).healthForPath(indicator).getStatus();
    }

    public ServiceStatus consuming() {
        return context.getBean(CamelContext.class).getRouteController().getRouteStatus(route());
    }

    /** Of any route by its id. */
    public ServiceStatus status(String route) {
        return context.getBean(CamelContext.class).getRouteController().getRouteStatus(route);
    }

    public void stopConsuming() {
        route(controller -> controller.stopRoute(route()));
    }

    /** Its relay publishes nothing any more; others go on. */
    public void stopRelay() {
        route(controller -> controller.stopRoute("outbox-relay"));
    }

    public void startRelay() {
        route(controller -> controller.startRoute("outbox-relay"));
    }

    public void startConsuming() {
        route(controller -> controller.startRoute(route()));
    }

    /** The one of the two that runs. */
    private String route() {
        return context.getBean(CamelContext.class).getRoutes().stream()
                .map(Route::getId)
                .filter(InvoiceMode.routes()::contains)
                .findFirst()
                .orElseThrow();
    }

    public void stop(String route) {
        route(controller -> controller.stopRoute(route));
    }

    public void start(String route) {
        route(controller -> controller.startRoute(route));
    }

    private void route(ThrowingConsumer<RouteController> action) {
        action.accept(context.getBean(CamelContext.class).getRouteController());
    }

    @Override
    public void close() {
        stop.run();
        AtEnd.forget(stop);
    }
}

package bookstore.billing.operate;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Refuses a start whose settings cannot work, before anything is connected. There is no fallback to something
 * embedded: an invoice in a database that nobody named would be lost.
 */
final class RequiredSettings implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {

    private static final Pattern DURATION = Pattern.compile("0*[1-9][0-9]{0,8}(ms|s|m|h|d)");

    private static final List<String> DURATIONS = List.of(
            "billing.payment.timeout",
            "billing.broker.consumer-timeout",
            "billing.payment.key-life",
            "billing.payment.events.patience",
            "billing.claim.lease",
            "billing.retry.delays",
            "billing.inbox.retention",
            "billing.mail.timeout",
            "billing.inbox.cleanup.period",
            "billing.inbox.cleanup.pause",
            "billing.outbox.poll",
            "billing.outbox.retention",
            "billing.dead-letter.retention",
            "billing.start.server-wait");

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        ConfigurableEnvironment environment = event.getEnvironment();
        Binder settings = Binder.get(environment);
        List<ServerSetting> needed = settings.bind(ServerSetting.NEEDED, Bindable.listOf(ServerSetting.class))
                .orElse(List.of(ServerSetting.values()));
        requireServers(settings, needed);
        settings.bind("billing.invoice.mode", Bindable.of(String.class)).ifBound(RequiredSettings::requireMode);
        DURATIONS.forEach(
                name -> settings.bind(name, Bindable.of(String.class)).ifBound(value -> requireDurations(name, value)));
        if (settings.bind(ServerSetting.NEEDED, Bindable.of(String.class)).isBound()) {
            return;
        }
        boolean mail = MailSettings.check(settings);
        Path routes = routes(text(settings, "billing.routes.directory"));
        // Camel's file pattern does not follow a link to the folder, and would load nothing without a word
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource(
                        "billing routes",
                        Map.of(
                                "camel.main.routes-include-pattern",
                                "file:" + routes + "/*.camel.yaml",
                                MailSettings.CONFIGURED,
                                mail)));
    }

    private static void requireServers(Binder settings, List<ServerSetting> needed) {
        List<String> missing = needed.stream()
                .filter(server -> server.names().stream().allMatch(name -> text(settings, name) == null))
                .map(ServerSetting::variable)
                .toList();
        if (!missing.isEmpty()) {
            throw new StartRefusedException("set " + String.join(", ", missing)
                    + " (PostgreSQL, RabbitMQ and the payment provider are never guessed)");
        }
        String database = text(settings, "spring.datasource.url");
        if (database != null && !database.startsWith("jdbc:postgresql:")) {
            throw new StartRefusedException("SPRING_DATASOURCE_URL is no jdbc:postgresql: address");
        }
        String provider = text(settings, "billing.payment.url");
        if (provider != null && !isHttp(provider)) {
            throw new StartRefusedException("BILLING_PAYMENT_URL is no http or https address");
        }
    }

    private static boolean isHttp(String url) {
        try {
            URI uri = URI.create(url);
            return ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme())) && uri.getHost() != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** The route files compare it letter by letter, and with an unknown one neither would give a route. */
    private static void requireMode(String mode) {
        if (!InvoiceMode.words().contains(mode)) {
            throw new StartRefusedException(
                    "billing.invoice.mode=" + mode + ": it is one of " + String.join(", ", InvoiceMode.words()));
        }
    }

    private static void requireDurations(String name, String value) {
        for (String duration : value.split(",", -1)) {
            if (!DURATION.matcher(duration.strip()).matches()) {
                throw new StartRefusedException(name + "=" + value
                        + ": a duration is a whole number above 0 with its unit (ms, s, m, h or d), such as 30s");
            }
        }
    }

    private static Path routes(@Nullable String directory) {
        Path routes = Path.of(directory == null ? "routes" : directory);
        try {
            Path real = routes.toRealPath();
            try (Stream<Path> files = Files.list(real)) {
                if (files.noneMatch(file -> file.getFileName().toString().endsWith(".camel.yaml"))) {
                    throw new StartRefusedException("no *.camel.yaml in " + real
                            + ": billing.routes.directory (BILLING_ROUTES_DIRECTORY) names the folder of the routes");
                }
            }
            return real;
        } catch (IOException e) {
            throw new StartRefusedException("no folder " + routes.toAbsolutePath()
                    + ": billing.routes.directory (BILLING_ROUTES_DIRECTORY) names the folder of the routes");
        }
    }

    private static @Nullable String text(Binder settings, String name) {
        String value = settings.bind(name, Bindable.of(String.class)).orElse("").strip();
        return value.isEmpty() ? null : value;
    }

    /** After the settings' files have been read and logging has been set up. */
    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }
}

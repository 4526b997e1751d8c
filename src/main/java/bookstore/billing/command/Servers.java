package bookstore.billing.command;

import bookstore.billing.operate.ServerSetting;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;

/** Where commands get what they work with: Spring's beans, on the application's own settings. */
final class Servers {

    private final Class<?> beans;
    private final List<String> settings;

    /**
     * @param beans a Spring configuration
     * @param settings given on the command line, {@code --name=value}
     */
    Servers(Class<?> beans, List<String> settings) {
        this.beans = beans;
        this.settings = List.copyOf(settings);
    }

    /**
     * Reads the settings. A server is connected to by who asks for it, and not before.
     *
     * @param needed the servers that the command uses; one that nobody has named is told in one line
     */
    OpenServers open(ServerSetting... needed) {
        String names = Arrays.stream(needed).map(Enum::name).collect(Collectors.joining(","));
        return new OpenServers(new SpringApplicationBuilder(beans)
                .web(WebApplicationType.NONE)
                .lazyInitialization(true)
                .logStartupInfo(false)
                .registerShutdownHook(false)
                .properties(Map.of(
                        "logging.config",
                        "classpath:logback-command.xml",
                        ServerSetting.NEEDED,
                        names,
                        // nobody shares a command's pool, and somebody sits before it
                        "spring.datasource.hikari.connection-timeout",
                        "5000"))
                .run(settings.toArray(String[]::new)));
    }
}

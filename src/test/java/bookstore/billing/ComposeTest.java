package bookstore.billing;

import static bookstore.billing.ComposeFile.APPLICATION;
import static org.assertj.core.api.Assertions.assertThat;

import bookstore.billing.operate.GracefulStop;
import bookstore.billing.operate.Limits;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** What can be known of docker-compose.yml and the image without a container engine. */
class ComposeTest {

    private static final String DOCKERFILE = "src/docker/Dockerfile";

    private static ComposeFile compose;

    @BeforeAll
    static void read() throws IOException {
        compose = ComposeFile.read();
    }

    @Test
    void everyNameInTheApplicationsEnvironmentIsASettingThatItKnows() throws IOException {
        Set<String> known = new TreeSet<>();
        for (URL metadata : Collections.list(
                getClass().getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
            JsonNode properties = new ObjectMapper().readTree(metadata).path("properties");
            properties.forEach(
                    property -> known.add(environmentName(property.path("name").asText())));
        }
        settings("billing", BillingSettings.class)
                .map(ComposeTest::environmentName)
                .forEach(known::add);

        assertThat(compose.environment(APPLICATION)).isNotEmpty();
        assertThat(known).containsAll(compose.environment(APPLICATION).keySet());
    }

    @Test
    void noSecretStandsInItAndNothingStartsWithoutOne() throws IOException {
        assertThat(services())
                .allSatisfy(service -> assertThat(compose.environment(service)).allSatisfy((name, value) -> {
                    if (name.matches(".*(PASS|SECRET|TOKEN).*")) {
                        assertThat(value).as(name).matches("\\$\\{\\w+:\\?[^}]+}");
                    }
                }));
        assertThat(Files.readString(Path.of("docker-compose.yml"))).doesNotContainPattern("//[^/\\s]+:[^/\\s]+@");
        assertThat(Files.readAllLines(Path.of(".gitignore"))).contains("/.env");
    }

    @Test
    void imagesAreTheServersOfTheMissionAndOurOwn() {
        assertThat(image("postgres")).isEqualTo("postgres:17");
        assertThat(image("rabbitmq")).isEqualTo("rabbitmq:4-management");
        assertThat(image("payment-provider")).endsWith(":17-jdk");
        assertThat(image("mailpit")).startsWith("axllent/mailpit:v1.");
        assertThat(compose.service(APPLICATION).path("build").path("dockerfile").asText())
                .isEqualTo(DOCKERFILE);
        assertThat(image(APPLICATION))
                .as("a name that a registry would be asked for")
                .isEmpty();
    }

    @Test
    void imageHasTheJarAndRunsItAsAPlainUserBesideTheMountedRoutes() throws IOException {
        List<String> dockerfile = Files.readAllLines(Path.of(DOCKERFILE));

        assertThat(dockerfile)
                .containsSubsequence(
                        "FROM eclipse-temurin:17-jre",
                        "WORKDIR /app",
                        "COPY target/billing-invoice.jar billing-invoice.jar",
                        "USER billing");
        // what the working directory's "routes" is inside
        assertThat(texts(compose.service(APPLICATION).path("volumes"))).containsExactly("./routes:/app/routes:ro");
    }

    @Test
    void providerRunsFromItsOneSourceFile() {
        String source = "src/test/java/bookstore/billing/dev/PaymentProvider.java";

        assertThat(Path.of(source)).exists();
        assertThat(texts(compose.service("payment-provider").path("volumes")))
                .contains("./" + source + ":/provider/PaymentProvider.java:ro");
        assertThat(texts(compose.service("payment-provider").path("command")))
                .startsWith("java", "/provider/PaymentProvider.java")
                .containsSubsequence("--address", "0.0.0.0");
    }

    @Test
    void dataOfTheServersAreInNamedVolumes() {
        List<String> declared = names(compose.root().path("volumes"));

        assertThat(List.of("postgres", "rabbitmq", "payment-provider"))
                .allSatisfy(service -> assertThat(texts(compose.service(service).path("volumes")))
                        .anyMatch(volume -> declared.contains(volume.substring(0, volume.indexOf(':')))));
        // RabbitMQ keeps its data under its host's name, which would be another one for each container
        assertThat(compose.service("rabbitmq").path("hostname").asText()).isNotEmpty();
    }

    @Test
    void portsAreOpenToThisMachineOnly() {
        assertThat(services())
                .allSatisfy(service -> assertThat(texts(compose.service(service).path("ports")))
                        .isNotEmpty()
                        .allMatch(port -> port.startsWith("127.0.0.1:")));
    }

    @Test
    void applicationStartsWhenTheOthersAreHealthy() {
        assertThat(services()).allSatisfy(service -> assertThat(
                        compose.service(service).path("healthcheck").path("test"))
                .isNotEmpty());
        JsonNode awaited = compose.service(APPLICATION).path("depends_on");
        assertThat(names(awaited)).containsExactlyInAnyOrder("postgres", "rabbitmq", "payment-provider");
        assertThat(awaited).allMatch(server -> server.path("condition").asText().equals("service_healthy"));
    }

    @Test
    void stopIsGivenMoreTimeThanItMayTakeWithTheSettingsOfTheFile() {
        var environment = new StandardEnvironment();
        var ofTheFile = new SystemEnvironmentPropertySource(
                "systemEnvironment", new HashMap<>(compose.environment(APPLICATION)));
        environment.getPropertySources().replace("systemEnvironment", ofTheFile);
        Binder settings = Binder.get(environment);
        var pool = new HikariDataSource();
        settings.bind("spring.datasource.hikari", Bindable.ofInstance(pool));
        Limits limits = new BillingApplication().limits(settings.bindOrCreate("billing", BillingSettings.class), pool);
        String grace = compose.service(APPLICATION).path("stop_grace_period").asText();

        assertThat(DurationStyle.SIMPLE.parse(grace)).isGreaterThan(GracefulStop.longest(limits.stop()));
    }

    /** A setting's environment name by Spring's rule. */
    private static String environmentName(String setting) {
        return setting.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT);
    }

    private static Stream<String> settings(String prefix, Class<?> type) {
        return Stream.of(type.getRecordComponents()).flatMap(component -> settings(prefix, component));
    }

    private static Stream<String> settings(String prefix, RecordComponent component) {
        String name = prefix + "." + component.getName();
        return component.getType().isRecord() ? settings(name, component.getType()) : Stream.of(name);
    }

    private static List<String> services() {
        return names(compose.services());
    }

    private static String image(String service) {
        return compose.service(service).path("image").asText();
    }

    private static List<String> names(JsonNode object) {
        return object.properties().stream().map(entry -> entry.getKey()).toList();
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }
}

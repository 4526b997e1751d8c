package bookstore.billing;

import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.AppProcess;
import bookstore.billing.dev.Forwarder;
import bookstore.billing.dev.NeedsRealRabbit;
import bookstore.billing.dev.Stage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.amqp.core.QueueBuilder;

/** The jar that ships starts on what it needs, and otherwise stops with one line that says what is wrong. */
class StartIT {

    private static Stage stage;

    @TempDir
    private Path directory;

    @BeforeAll
    static void start() {
        stage = Stage.with(0);
    }

    @AfterAll
    static void stop() {
        stage.close();
    }

    @Test
    void startWithoutServersNamesTheSettingsOfAllOfThem() throws Exception {
        assertRefused(Map.of(), "SPRING_DATASOURCE_URL", "SPRING_RABBITMQ_HOST", "BILLING_PAYMENT_URL");
    }

    @Test
    void startWithoutADatabaseNamesItsSettingAlone() throws Exception {
        String line = assertRefused(without("SPRING_DATASOURCE_URL"), "SPRING_DATASOURCE_URL");

        assertThat(line).doesNotContain("SPRING_RABBITMQ_HOST", "BILLING_PAYMENT_URL");
    }

    @Test
    void startWithoutABrokerNamesItsSettingAlone() throws Exception {
        String line = assertRefused(without("SPRING_RABBITMQ_HOST"), "SPRING_RABBITMQ_HOST");

        assertThat(line).doesNotContain("SPRING_DATASOURCE_URL", "BILLING_PAYMENT_URL");
    }

    @ParameterizedTest
    @ValueSource(strings = {"10", "", "0s", "-5s", "abc", "1.5s", "99999999999d"})
    void durationThatIsNoneOrHasNoUnitIsRefused(String value) throws Exception {
        assertRefused(with("BILLING_PAYMENT_TIMEOUT", value), "billing.payment.timeout=" + value + ":", "unit");
    }

    /** Whoever means a command must not start a consumer that charges. */
    @Test
    void wordThatIsNoCommandIsAnsweredAtOnceWithWhatIsPossible() throws Exception {
        try (AppProcess app = AppProcess.launch(AppProcess.environment(stage), "chek", "routes/")) {
            assertThat(app.exitStatus()).isEqualTo(2);
            assertThat(app.lines()).contains("billing-invoice: unknown command chek");
            assertThat(app.hasLine("Usage: java -jar billing-invoice.jar")).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "BILLING_INVOICE_CONCURRENCY,abc,billing.invoice.concurrency",
        "BILLING_INVOICE_CONCURRENCY,0,billing.invoice.concurrency",
        "SPRING_RABBITMQ_PORT,abc,spring.rabbitmq.port",
        "SPRING_DATASOURCE_URL,jdbc:nothing://x,jdbc"
    })
    void settingThatCannotBeReadIsOneLineWithItsName(String name, String value, String part) throws Exception {
        assertRefused(with(name, value), part);
    }

    @ParameterizedTest
    @CsvSource({
        "SPRING_DATASOURCE_URL,jdbc:postgresql://127.0.0.1:1x/b?user=u&password=TOPSECRET",
        "BILLING_PAYMENT_URL,htps://user:TOPSECRET@host/"
    })
    void passwordInAnAddressThatCannotBeUsedIsNotTold(String name, String value) throws Exception {
        AppProcess app = assertRefusedAtLast(with(name, value));

        assertThat(errorLine(app)).isNotBlank();
        assertThat(app.lines()).noneMatch(line -> line.contains("TOPSECRET"));
    }

    /** 3 tries x 4 messages x 45 s and 1 s + 2 s of delays, twice, and the 14 days of a dead letter. */
    @Test
    void inboxThatWouldForgetTooEarlyIsRefusedWithTheSum() throws Exception {
        assertRefused(
                with("BILLING_INBOX_RETENTION", "7d"),
                "billing.inbox.retention",
                "14d as a dead letter (billing.dead-letter.retention)",
                "= 14d18m6s, longer than the 7d");
    }

    @Test
    void folderWithoutRoutesIsRefused() throws Exception {
        assertRefused(with("BILLING_ROUTES_DIRECTORY", directory.toString()), directory.toString(), "camel.yaml");
        assertRefused(
                with("BILLING_ROUTES_DIRECTORY", directory.resolve("missing").toString()), "missing");
    }

    @Test
    void routeWithAnUnknownStepIsRefusedWithItsFile() throws Exception {
        Path routes = copyOfTheRoutes();
        rewrite(routes, "idempotentConsumer:", "idempotentConsumers:");

        assertRefused(with("BILLING_ROUTES_DIRECTORY", routes.toString()), "billing-invoice.camel.yaml");
    }

    @Test
    void routeWithAMissingBeanIsRefused() throws Exception {
        Path routes = copyOfTheRoutes();
        rewrite(routes, "#billingInbox", "#bilingInbox");

        assertRefused(with("BILLING_ROUTES_DIRECTORY", routes.toString()), "bilingInbox");
    }

    @Test
    void fileWhoseTopLevelIsNoListIsRefusedAndNotAnApplicationOfNoRoutes() throws Exception {
        Path routes = copyOfTheRoutes();
        rewrite(routes, "- route:", "route:");

        assertRefused(
                with("BILLING_ROUTES_DIRECTORY", routes.toString()), "billing-invoice.camel.yaml", "holds no route");
    }

    @Test
    void routeThatCouldChargeTwiceIsRefusedWithFileLineStepAndRule() throws Exception {
        Path routes = copyOfTheRoutes();
        rewrite(routes, "removeOnFailure: false", "removeOnFailure: true");

        assertRefused(
                with("BILLING_ROUTES_DIRECTORY", routes.toString()),
                "billing-invoice.camel.yaml:",
                "route billing-invoice, step inbox: remove-on-failure: removeOnFailure must be false");
    }

    /** As a commit hook runs it: no server, no setting. */
    @Test
    void routesThatShipAreCheckedWithoutServers() throws Exception {
        try (AppProcess check = AppProcess.launch(Map.of(), "check", "routes/")) {
            assertThat(check.exitStatus()).as(String.join("\n", check.lines())).isZero();
            assertThat(check.lines()).allMatch(line -> line.startsWith("note: "));
        }
    }

    @Test
    void brokenRouteIsToldWithItsPlaceByTheCheck() throws Exception {
        Path routes = copyOfTheRoutes();
        rewrite(routes, "eager: true", "eager: false");

        try (AppProcess check = AppProcess.launch(Map.of(), "check", routes.toString())) {
            assertThat(check.exitStatus()).isEqualTo(1);
            assertThat(check.lines())
                    .anyMatch(line -> line.matches(".*billing-invoice\\.camel\\.yaml:[0-9]+:19: eager: .*"))
                    .allMatch(line -> line.startsWith("note: ") || line.contains(": eager: "));
        }
    }

    @Test
    void serversThatComeLaterAreWaitedForVisibly() throws Exception {
        try (Forwarder database = new Forwarder(databasePort());
                Forwarder broker = new Forwarder(stage.broker().port())) {
            var environment = AppProcess.environment(stage);
            environment.put(
                    "SPRING_DATASOURCE_URL",
                    stage.database().url().replace(":" + databasePort() + "/", ":" + database.port() + "/"));
            environment.put("SPRING_RABBITMQ_PORT", Integer.toString(broker.port()));
            try (AppProcess app = AppProcess.launch(environment)) {
                await().atMost(Duration.ofSeconds(60)).until(() -> app.hasLine("waiting for the broker"));
                broker.open();
                await().atMost(Duration.ofSeconds(60)).until(() -> app.hasLine("waiting for the database"));
                database.open();
                app.awaitStarted();
                assertThat(app.hasLine("no mail server is named (SPRING_MAIL_HOST)"))
                        .isTrue();

                UUID order = UUID.randomUUID();
                stage.publish(placed("m", order, "10", "TRY"));
                await().atMost(Duration.ofSeconds(30)).until(() -> stage.invoices(order) == 1);
            }
        }
    }

    @Test
    void mailServerWithoutAddressesIsRefused() throws Exception {
        assertRefused(with("SPRING_MAIL_HOST", "mail.example"), "BILLING_MAIL_FROM");
    }

    @Test
    void serverThatDoesNotComeIsWaitedForUpToTheSetting() throws Exception {
        try (Forwarder nobody = new Forwarder(databasePort())) {
            var environment = with("BILLING_START_SERVERWAIT", "2s");
            environment.put("SPRING_DATASOURCE_URL", "jdbc:postgresql://127.0.0.1:" + nobody.port() + "/billing");
            AppProcess app = assertRefusedAtLast(environment);
            assertThat(app.lines()).anyMatch(line -> line.contains("waiting for the database"));
            assertThat(errorLine(app)).contains("billing.start.server-wait");
        }
    }

    @Test
    void brokerThatRefusesTheLoginIsToldAtOnce() throws Exception {
        String line = assertRefused(with("SPRING_RABBITMQ_PASSWORD", "wrong"), "the broker refuses us");

        assertThat(line).doesNotContain("wrong");
    }

    @NeedsRealRabbit
    @Test
    void queueThatExistsWithOtherArgumentsIsOneClearLine() throws Exception {
        String queue = "billing-invoice.retry.77s";
        stage.broker().declare(List.of(QueueBuilder.durable(queue).build()));
        try {
            assertRefused(with("BILLING_RETRY_DELAYS", "77s"), queue, "inequivalent arg");
        } finally {
            stage.broker().delete(queue, "order-notification.retry.77s");
        }
    }

    private Map<String, String> with(String name, String value) {
        var environment = AppProcess.environment(stage);
        environment.put(name, value);
        return environment;
    }

    private Map<String, String> without(String name) {
        var environment = new HashMap<>(AppProcess.environment(stage));
        environment.remove(name);
        return environment;
    }

    /** @return the one line that is logged at ERROR */
    private static String assertRefused(Map<String, String> environment, String... parts) throws Exception {
        AppProcess app = assertRefusedAtLast(environment);
        assertThat(errorLine(app)).contains(parts);
        return errorLine(app);
    }

    private static AppProcess assertRefusedAtLast(Map<String, String> environment) throws Exception {
        try (AppProcess app = AppProcess.launch(environment)) {
            assertThat(app.exitStatus()).isNotZero();
            assertThat(app.lines())
                    .noneMatch(line -> line.contains("Started BillingApplication"))
                    .noneMatch(line -> line.startsWith("\tat ") || line.startsWith("Caused by"));
            return app;
        }
    }

    private static String errorLine(AppProcess app) {
        List<String> errors =
                app.lines().stream().filter(line -> line.contains(" ERROR ")).toList();
        assertThat(errors).as(String.join("\n", app.lines())).hasSize(1);
        return errors.get(0);
    }

    private Path copyOfTheRoutes() throws IOException {
        Path copy = directory.resolve("billing-invoice.camel.yaml");
        Files.copy(Path.of("routes", "billing-invoice.camel.yaml"), copy);
        return directory;
    }

    private static void rewrite(Path routes, String from, String to) throws IOException {
        Path file = routes.resolve("billing-invoice.camel.yaml");
        String text = Files.readString(file);
        assertThat(text).contains(from);
        Files.writeString(file, text.replace(from, to));
    }

    private static int databasePort() {
        return URI.create(stage.database().url().substring("jdbc:".length())).getPort();
    }
}

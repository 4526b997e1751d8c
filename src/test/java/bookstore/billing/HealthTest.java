package bookstore.billing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.BillingApp;
import bookstore.billing.dev.Forwarder;
import bookstore.billing.dev.RouteBean;
import bookstore.billing.dev.Stage;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Ready is who can invoice, and the answer says why not; alive is everybody, whatever server is away. */
class HealthTest {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static Stage stage;
    private static Forwarder database;
    private static Forwarder broker;
    private static BillingApp app;

    private final RouteBean route = new RouteBean();

    @BeforeAll
    static void start() {
        stage = Stage.with(0);
        database = new Forwarder(stage.database().port());
        broker = new Forwarder(stage.broker().port());
        database.open();
        broker.open();
        app = stage.start(
                null,
                "spring.datasource.url=" + stage.database().urlOnPort(database.port()),
                "spring.rabbitmq.host=127.0.0.1",
                "spring.rabbitmq.port=" + broker.port());
    }

    @AfterAll
    static void stop() {
        stage.close();
        database.close();
        broker.close();
    }

    @AfterEach
    void isAliveAndReadyAgain() {
        await().atMost(SOON).until(() -> ask("/readiness").statusCode() == 200);
        assertThat(ask("/liveness").statusCode()).isEqualTo(200);
    }

    @Test
    void instanceThatConsumesIsReadyAndSaysHowLongItsInboxRemembers() {
        assertThat(routes().path("billing-invoice").asText()).isEqualTo("runs");
        assertThat(routes().path("inbox-cleanup").asText()).isEqualTo("runs");
        assertThat(json(ask("")).at("/components/retention/details/margin").asText())
                .startsWith("15d");
    }

    @Test
    void databaseThatIsAwayIsToldWithSinceWhenAndTheRoutePauses() {
        database.shut();
        try {
            await().atMost(SOON).until(() -> routes().path("billing-invoice")
                    .asText()
                    .startsWith("pauses for a server that is away, noticed 20"));
            HttpResponse<String> readiness = ask("/readiness");
            assertThat(readiness.statusCode()).isEqualTo(503);
            assertThat(readiness.body()).contains("the database", "away since 20");
            assertThat(ask("/liveness").statusCode()).isEqualTo(200);
        } finally {
            database.open();
        }
    }

    @Test
    void brokerThatIsAwayIsToldWithSinceWhenAndTheRouteHasNoConsumers() {
        broker.shut();
        try {
            await().atMost(SOON).until(() -> ask("/readiness").body().contains("\"away since\":\"20"));
            await().atMost(SOON).until(() -> routes().path("billing-invoice")
                    .asText()
                    .startsWith("has not all of its 8 consumers at billing-invoice, noticed 20"));
            assertThat(ask("/readiness").statusCode()).isEqualTo(503);
            assertThat(ask("/liveness").statusCode()).isEqualTo(200);
        } finally {
            broker.open();
        }
    }

    @Test
    void routeThatSomebodyHasStoppedOrSuspendedIsToldFromOneThatPauses() throws Exception {
        route.stop();
        try {
            assertThat(ask("/readiness").statusCode()).isEqualTo(503);
            assertThat(routes().path("billing-invoice").asText()).startsWith("was stopped by somebody, noticed 20");
            assertThat(ask("/liveness").statusCode()).isEqualTo(200);
        } finally {
            route.start();
        }
        route.suspend();
        try {
            assertThat(routes().path("billing-invoice").asText()).startsWith("was suspended by somebody, noticed 20");
        } finally {
            route.resume();
        }
    }

    private static JsonNode routes() {
        return json(ask("/readiness")).at("/components/routes/details");
    }

    private static JsonNode json(HttpResponse<String> answer) {
        try {
            return new ObjectMapper().readTree(answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static HttpResponse<String> ask(String path) {
        var uri = URI.create("http://127.0.0.1:" + app.managementPort() + "/actuator/health" + path);
        try {
            return HTTP.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}

package bookstore.billing;

import static org.assertj.core.api.Assertions.assertThat;

import bookstore.billing.dev.Stage;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/** Health and metrics are open; everything else on the management port asks for a login, and a viewer only looks. */
class ManagementPortTest {

    private static final String VIEWER = "vera:look";
    private static final String OPERATOR = "otto:act:with:colons";

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static Stage stage;

    @BeforeAll
    static void start() {
        stage = Stage.with(
                1,
                "billing.operators[0].name=vera",
                "billing.operators[0].password={bcrypt}" + new BCryptPasswordEncoder(4).encode("look"),
                "billing.operators[1].name=otto",
                "billing.operators[1].password=act:with:colons",
                "billing.operators[1].role=operator");
    }

    @AfterAll
    static void stop() {
        stage.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"health", "health/db", "health/liveness", "prometheus"})
    void healthAndMetricsAreOpen(String path) throws Exception {
        HttpResponse<String> answer = get(null, path);

        assertThat(answer.statusCode()).isIn(200, 404);
        if (!path.equals("health/liveness")) {
            assertThat(answer.statusCode()).isEqualTo(200);
        }
    }

    /** Whatever is exposed, now or later: the port's own list says what there is. */
    @Test
    void everythingElseAsksForALogin() throws Exception {
        List<String> closed = exposed().stream()
                .filter(path -> !path.startsWith("health") && !path.startsWith("prometheus"))
                .toList();

        assertThat(closed).contains("ask", "reconcile", "deadletters");
        for (String path : closed) {
            for (String method : List.of("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS")) {
                assertThat(send(null, method, path).statusCode())
                        .as(method + " " + path)
                        .isEqualTo(401);
                assertThat(send("vera:wrong", method, path).statusCode())
                        .as(method + " " + path)
                        .isEqualTo(401);
            }
        }
        assertThat(get(null, "").statusCode()).isEqualTo(401);
        assertThat(get(null, "env").statusCode()).isEqualTo(401);
        assertThat(get(null, "../error").statusCode()).isEqualTo(401);
    }

    @Test
    void viewerLooksAndChangesNothing() throws Exception {
        for (String path : exposed()) {
            assertThat(get(VIEWER, path).statusCode()).as(path).isNotIn(401, 403);
            if (!path.startsWith("health") && !path.startsWith("prometheus")) {
                for (String method : List.of("POST", "PUT", "PATCH", "DELETE")) {
                    assertThat(send(VIEWER, method, path).statusCode())
                            .as(method + " " + path)
                            .isEqualTo(403);
                    assertThat(send(OPERATOR, method, path).statusCode())
                            .as(method + " " + path)
                            .isNotIn(401, 403);
                }
            }
        }
    }

    @Test
    void browserIsAskedForTheLogin() throws Exception {
        HttpResponse<String> answer = send(null, "GET", "ask", "Accept", "text/html");

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.headers().firstValue("WWW-Authenticate")).hasValue("Basic realm=\"billing-invoice\"");
    }

    /** A page of another site makes the browser send the login that it remembers. */
    @Test
    void browserThatActsHasToSendTheTokenOfItsCookie() throws Exception {
        String cookie = get(OPERATOR, "")
                .headers()
                .firstValue("Set-Cookie")
                .orElseThrow()
                .split(";")[0];
        String token = cookie.substring(cookie.indexOf('=') + 1);

        assertThat(cookie).startsWith("XSRF-TOKEN=");
        assertThat(send(OPERATOR, "DELETE", "deadletters", "Origin", "https://elsewhere.example")
                        .statusCode())
                .isEqualTo(403);
        assertThat(send(OPERATOR, "DELETE", "deadletters", "Sec-Fetch-Site", "cross-site")
                        .statusCode())
                .isEqualTo(403);
        assertThat(send(OPERATOR, "DELETE", "deadletters", "Cookie", cookie).statusCode())
                .isEqualTo(403);
        assertThat(send(OPERATOR, "DELETE", "deadletters", "Cookie", cookie, "X-XSRF-TOKEN", token)
                        .statusCode())
                .isNotIn(401, 403);
    }

    /** As the port itself lists it to somebody who has logged in, without parts that are to be filled in. */
    private static List<String> exposed() throws Exception {
        HttpResponse<String> answer = get(VIEWER, "");
        assertThat(answer.statusCode()).isEqualTo(200);
        var paths = new ArrayList<String>();
        for (JsonNode link : new ObjectMapper().readTree(answer.body()).path("_links")) {
            String path = URI.create(link.path("href").textValue().replaceAll("[{].*", ""))
                    .getPath();
            if (path.length() > "/actuator".length()) {
                paths.add(path.substring("/actuator/".length()));
            }
        }
        return paths;
    }

    private static HttpResponse<String> get(@Nullable String login, String path) throws Exception {
        return send(login, "GET", path);
    }

    private static HttpResponse<String> send(@Nullable String login, String method, String path, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
                        + stage.apps().get(0).managementPort() + "/actuator" + (path.isEmpty() ? "" : "/" + path)))
                .method(method, HttpRequest.BodyPublishers.noBody());
        if (login != null) {
            request.header(
                    "Authorization",
                    "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)));
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}

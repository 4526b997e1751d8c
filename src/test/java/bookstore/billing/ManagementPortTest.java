package bookstore.billing;

import static bookstore.billing.dev.Orders.message;
import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.NeedsRealRabbit;
import bookstore.billing.dev.Stage;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/** Health and metrics are open; everything else on the management port asks for a login, and a viewer only looks. */
class ManagementPortTest {

    private static final String VIEWER = "vera:look";
    private static final String OPERATOR = "otto:act:with:colons";

    private static final Duration LIMIT = Duration.ofSeconds(60);

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
    @ValueSource(strings = {"health", "health/db", "prometheus"})
    void healthAndMetricsAreOpen(String path) throws Exception {
        assertThat(get(null, path).statusCode()).isEqualTo(200);
        assertThat(get("vera:wrong", path).statusCode()).isEqualTo(401);
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
        HttpResponse<String> answer = send(null, "GET", "ask", "Accept", "text/html,application/xhtml+xml,*/*;q=0.8");

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

    @Test
    void askAnswersOverThePortWhateverTheIdIs() throws Exception {
        UUID order = UUID.randomUUID();
        String id = "m /?&=%\n\u001b[31m\u00e9 \ud83d\ude00";
        stage.publish(placed(id, order, "149.90", "TRY"));
        await().atMost(LIMIT).until(() -> stage.invoices(order) == 1);

        JsonNode byId = json(get(VIEWER, "ask?messageId=" + URLEncoder.encode(id, StandardCharsets.UTF_8)));
        JsonNode byOrder = json(get(VIEWER, "ask?order=" + order));

        assertThat(byId.at("/messageId").textValue()).isEqualTo(id);
        for (JsonNode answer : List.of(byId, byOrder)) {
            assertThat(answer.at("/inbox/0/messageId").textValue()).isEqualTo(id);
            assertThat(answer.at("/inbox/0/consumer").textValue()).isEqualTo("billing.invoice");
            assertThat(answer.at("/orders/0/record/invoice/amount").decimalValue())
                    .isEqualByComparingTo("149.90");
            assertThat(answer.at("/orders/0/record/payment/status").textValue()).isEqualTo("Captured");
            assertThat(answer.at("/orders/0/charge/status").textValue()).isEqualTo("Captured");
            assertThat(answer.at("/notAsked")).isEmpty();
            assertThat(answer.at("/notRecorded")).isNotEmpty();
        }
        assertThat(get(VIEWER, "ask").statusCode()).isEqualTo(400);
        assertThat(get(VIEWER, "ask?order=1-1-1-1-1").statusCode()).isEqualTo(400);
    }

    @Test
    void reconcileAnswersOverThePort() throws Exception {
        UUID order = UUID.randomUUID();
        stage.publish(placed("m-" + order, order, "10", "TRY"));
        await().atMost(LIMIT).until(() -> stage.invoices(order) == 1);

        JsonNode findings = json(get(
                VIEWER,
                "reconcile?grace=0s&from=" + Instant.now().minusSeconds(3_600) + "&to="
                        + Instant.now().plusSeconds(60)));

        assertThat(findings.at("/differences")).isEmpty();
        assertThat(findings.at("/charges").intValue()).isPositive();
        assertThat(get(VIEWER, "reconcile?to=yesterday").statusCode()).isEqualTo(400);
    }

    @NeedsRealRabbit
    @Test
    void deadLetterIsListedAndPlannedByAViewerAndDiscardedByAnOperator() throws Exception {
        String id = "bad-" + UUID.randomUUID();
        stage.publish(message(id, "{}"));
        await().atMost(LIMIT).until(() -> stage.deadLettersWaiting() == 1);

        assertThat(json(get(VIEWER, "deadletters?messageId=" + id))
                        .at("/0/reason")
                        .textValue())
                .isEqualTo("invalid-message");
        assertThat(json(get(VIEWER, "deadletters/plan?messageId=" + id))
                        .at("/0/effect")
                        .textValue())
                .isEqualTo("comes-back");
        assertThat(post(VIEWER, "deadletters/discard", "{\"messageId\": \"" + id + "\", \"why\": \"test\"}")
                        .statusCode())
                .isEqualTo(403);
        assertThat(post(OPERATOR, "deadletters/discard", "{\"why\": \"everything\"}")
                        .statusCode())
                .isEqualTo(400);
        assertThat(stage.deadLettersWaiting()).isEqualTo(1);

        HttpResponse<String> done =
                post(OPERATOR, "deadletters/discard", "{\"messageId\": \"" + id + "\", \"why\": \"a test\"}");

        assertThat(done.statusCode()).as(done.body()).isEqualTo(200);
        await().atMost(LIMIT).until(() -> stage.deadLettersWaiting() == 0);
        assertThat(stage.database().rows("SELECT discarded_by, reason FROM discarded_message WHERE message_id = ?", id))
                .containsExactly(Map.of("discarded_by", "otto", "reason", "a test"));
        JsonNode asked = json(get(VIEWER, "ask?messageId=" + id));
        assertThat(asked.at("/discarded/0/discardedBy").textValue()).isEqualTo("otto");
    }

    @NeedsRealRabbit
    @Test
    void deadLetterIsReplayedOverThePortAndOverJmx() throws Exception {
        var jmx = ManagementFactory.getPlatformMBeanServer();
        var deadLetters = new ObjectName("bookstore.billing:type=DeadLetters");
        UUID order = UUID.randomUUID();
        String id = "late-" + order;
        stage.provider().forOrder(order).failNext(3, 500);
        stage.publish(placed(id, order, "10", "TRY"));
        await().atMost(LIMIT).until(() -> stage.deadLettersWaiting() == 1);

        Object listed = invoke(jmx, deadLetters, "list", "", "attempts-exhausted", id, "");
        assertThat(listed.toString()).contains(id, "attempts-exhausted");
        assertThat(invoke(jmx, deadLetters, "plan", "", "", id, "").toString()).contains("\"invoice\"");
        HttpResponse<String> done = post(OPERATOR, "deadletters/replay", "{\"messageId\": \"" + id + "\"}");

        assertThat(done.statusCode()).as(done.body()).isEqualTo(200);
        assertThat(json(done).at("/0/sent").intValue()).isEqualTo(1);
        await().atMost(LIMIT).until(() -> stage.invoices(order) == 1);
        assertThat(stage.charges(order)).isEqualTo(1);
        var inbox = new ObjectName("bookstore.billing:type=Inbox");
        assertThat(invoke(jmx, inbox, "askOrder", order.toString()).toString()).contains(id, "Captured");
        assertThat(invoke(jmx, inbox, "countRows").toString()).contains("billing.invoice=");

        stage.publish(message("bad-" + order, "{}"));
        await().atMost(LIMIT).until(() -> stage.deadLettersWaiting() == 1);
        jmx.invoke(deadLetters, "discard", new Object[] {"", "", "bad-" + order, "", 10, "a test", "jo"}, new String[] {
            "java.lang.String",
            "java.lang.String",
            "java.lang.String",
            "java.lang.String",
            "int",
            "java.lang.String",
            "java.lang.String"
        });
        await().atMost(LIMIT).until(() -> stage.deadLettersWaiting() == 0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "deadletters?raeson=x",
                "deadletters/plan?mesageId=x",
                "deadletters?what=list",
                "deadletters/plan?what=list",
                "ask?messageid=x",
                "reconcile?until=2026-12-01T00:00:00Z",
            })
    void unknownNameIsToldAndWhatIsPossible(String path) throws Exception {
        HttpResponse<String> answer = get(VIEWER, path);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains("unknown: " + path.replaceAll(".*[?]|=.*", "") + "; possible: ");
    }

    @Test
    void valueThatCannotBeReadIsToldWithWhatWasExpected() throws Exception {
        assertThat(get(VIEWER, "deadletters?expired=perhaps").body()).contains("expired", "true or false");
        assertThat(get(VIEWER, "deadletters?messageId=x&messageId=y").body()).contains("messageId", "more than once");
        HttpResponse<String> many = post(OPERATOR, "deadletters/replay", "{\"queue\": \"x\", \"limit\": \"many\"}");

        assertThat(many.statusCode()).isEqualTo(400);
        assertThat(many.body()).contains("limit", "a whole number");
    }

    @Test
    void healthMayBeAskedWithAnything() throws Exception {
        assertThat(get(null, "health?by=balancer").statusCode()).isEqualTo(200);
    }

    @NeedsRealRabbit
    @Test
    void actionWithAnUnknownNameTouchesNothing() throws Exception {
        String id = "bad-" + UUID.randomUUID();
        stage.publish(message(id, "{}"));
        await().atMost(LIMIT).until(() -> stage.deadLettersWaiting() == 1);

        HttpResponse<String> typo = post(
                OPERATOR,
                "deadletters/discard",
                "{\"queue\": \"billing-invoice\", \"mesageId\": \"x\", \"why\": \"typo\"}");
        HttpResponse<String> other = post(
                OPERATOR,
                "deadletters/replay",
                "{\"queue\": \"billing-invoice\", \"action\": \"discard\", \"why\": \"other\"}");

        assertThat(typo.statusCode()).as(typo.body()).isEqualTo(400);
        assertThat(typo.body()).contains("unknown: mesageId", "messageId", "olderThan");
        assertThat(other.statusCode()).as(other.body()).isEqualTo(400);
        assertThat(stage.deadLettersWaiting()).isEqualTo(1);
        assertThat(post(OPERATOR, "deadletters/discard", "{\"messageId\": \"" + id + "\", \"why\": \"a test\"}")
                        .statusCode())
                .isEqualTo(200);
    }

    @NeedsRealRabbit
    @Test
    void replayThatAServerEndsIsNoSuccess() throws Exception {
        String id = "bad-" + UUID.randomUUID();
        UUID order = UUID.randomUUID();
        stage.provider().forOrder(order).failNext(3, 500);
        stage.publish(placed(id, order, "10", "TRY"));
        await().atMost(LIMIT).until(() -> stage.deadLettersWaiting() == 1);

        HttpResponse<String> ended;
        stage.database().update("ALTER TABLE invoice RENAME TO invoice_away");
        try {
            ended = post(OPERATOR, "deadletters/replay", "{\"messageId\": \"" + id + "\"}");
        } finally {
            stage.database().update("ALTER TABLE invoice_away RENAME TO invoice");
        }

        assertThat(ended.statusCode()).as(ended.body()).isEqualTo(503);
        JsonNode result = new ObjectMapper().readTree(ended.body());
        assertThat(result).hasSize(1);
        assertThat(result.at("/0/sent").intValue()).isZero();
        assertThat(result.at("/0/left").intValue()).isEqualTo(1);
        assertThat(result.at("/0/stopped").textValue()).contains("invoice");
        assertThat(json(post(OPERATOR, "deadletters/replay", "{\"messageId\": \"" + id + "\"}"))
                        .at("/0/sent")
                        .intValue())
                .isEqualTo(1);
        await().atMost(LIMIT).until(() -> stage.invoices(order) == 1);
    }

    @NeedsRealRabbit
    @Test
    void actionIsLoggedOfTheQueuesThatHadLetters() throws Exception {
        String id = "bad-" + UUID.randomUUID();
        stage.publish(message(id, "{}"));
        await().atMost(LIMIT).until(() -> stage.deadLettersWaiting() == 1);
        var log = (Logger) LoggerFactory.getLogger("bookstore.billing.management.DeadLetterDesk");
        var lines = new ListAppender<ILoggingEvent>();
        lines.start();
        log.addAppender(lines);
        try {
            post(OPERATOR, "deadletters/discard", "{\"messageId\": \"" + id + "\", \"why\": \"a test\"}");
        } finally {
            log.detachAppender(lines);
        }

        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly("otto discarded 1 of 1 dead letters in billing-invoice.dlq: a test");
    }

    @Test
    void nothingButTheOperatorsOwnIsThereOverJmx() throws Exception {
        var jmx = ManagementFactory.getPlatformMBeanServer();

        assertThat(jmx.queryNames(new ObjectName("bookstore.billing:*"), null)).hasSize(2);
        assertThat(jmx.queryNames(new ObjectName("org.springframework*:*"), null))
                .isEmpty();
    }

    private static Object invoke(MBeanServer jmx, ObjectName name, String operation, String... arguments)
            throws Exception {
        String[] types =
                Stream.of(arguments).map(argument -> "java.lang.String").toArray(String[]::new);
        return jmx.invoke(name, operation, arguments, types);
    }

    private static JsonNode json(HttpResponse<String> answer) throws IOException {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new ObjectMapper()
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .readTree(answer.body());
    }

    private static HttpResponse<String> post(String login, String path, String body) throws Exception {
        return send(login, "POST", path, HttpRequest.BodyPublishers.ofString(body), "Content-Type", "application/json");
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
        return send(login, method, path, HttpRequest.BodyPublishers.noBody(), headers);
    }

    private static HttpResponse<String> send(
            @Nullable String login, String method, String path, HttpRequest.BodyPublisher body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
                        + stage.apps().get(0).managementPort() + "/actuator" + (path.isEmpty() ? "" : "/" + path)))
                .method(method, body);
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

package bookstore.billing.dev;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.Provider.Charge;
import bookstore.billing.dev.Provider.Request;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PaymentProviderTest {

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(300);

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static Provider provider;

    private final UUID order = UUID.randomUUID();

    @BeforeAll
    static void start() {
        provider = Provider.start();
    }

    @AfterAll
    static void stop() {
        provider.close();
    }

    @BeforeEach
    void reset() {
        provider.reset();
    }

    // The contract

    @Test
    void aChargeIsEnteredInTheLedgerAndFoundByItsKey() throws Exception {
        HttpResponse<String> charged = charge(order, "149.90");

        assertThat(charged.statusCode()).isEqualTo(201);
        Charge entry = provider.ledger().get(0);
        assertThat(provider.ledger()).hasSize(1);
        assertThat(entry.paymentId()).isEqualTo(paymentId(charged)).isNotBlank();
        assertThat(entry.at()).isBetween(Instant.now().minusSeconds(60), Instant.now());

        HttpResponse<String> found = lookUp(order);
        assertThat(found.statusCode()).isEqualTo(200);
        assertThat(JSON.readTree(found.body()))
                .isEqualTo(JSON.createObjectNode()
                        .put("key", order.toString())
                        .put("orderId", order.toString())
                        .put("paymentId", entry.paymentId())
                        .put("status", "Captured")
                        .put("amount", "149.90")
                        .put("currency", "TRY"));
    }

    @Test
    void theSameRequestAgainGivesTheSamePaymentAndTakesNoMoney() throws Exception {
        HttpResponse<String> first = charge(order, "149.90");
        HttpResponse<String> again = charge(order, "149.90");

        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(paymentId(again)).isEqualTo(paymentId(first));
        assertThat(provider.charges(order)).hasSize(1);
    }

    @Test
    void aRequestWithoutAKeyIsRefusedUnlessKeysAreIgnored() throws Exception {
        HttpRequest keyless = HttpRequest.newBuilder(URI.create(provider.url() + "/charges"))
                .POST(BodyPublishers.ofString(body(order, "149.90", "TRY")))
                .build();
        assertThat(HTTP.send(keyless, BodyHandlers.ofString()).statusCode()).isEqualTo(400);
        assertThat(provider.ledger()).isEmpty();

        provider.ignoreKeys();

        assertThat(HTTP.send(keyless, BodyHandlers.ofString()).statusCode()).isEqualTo(201);
        assertThat(HTTP.send(keyless, BodyHandlers.ofString()).statusCode()).isEqualTo(201);
        assertThat(provider.charges(order)).hasSize(2);
    }

    @Test
    void aHeldRequestIsChargedAfterItsRelease() throws Exception {
        provider.hold();
        CompletableFuture<HttpResponse<String>> held = HTTP.sendAsync(chargeRequest(order), BodyHandlers.ofString());
        await().until(() -> provider.inFlight() == 1);
        assertThat(provider.ledger()).isEmpty();

        provider.release();

        assertThat(held.get().statusCode()).isEqualTo(201);
        assertThat(provider.charges(order)).hasSize(1);
    }

    @Test
    void aHeldRequestIsCutOffByAReset() throws Exception {
        provider.hold();
        CompletableFuture<HttpResponse<String>> held = HTTP.sendAsync(chargeRequest(order), BodyHandlers.ofString());
        await().until(() -> provider.inFlight() == 1);

        provider.reset();

        assertThatThrownBy(held::get).hasCauseInstanceOf(IOException.class);
        assertThat(provider.ledger()).isEmpty();
    }

    @Test
    void aKeyWithOtherParametersIsRefused() throws Exception {
        charge(order, "149.90");

        assertThat(charge(order, "149.91").statusCode()).isEqualTo(422);
        assertThat(post(order.toString(), body(order, "149.90", "EUR")).statusCode())
                .isEqualTo(422);
        assertThat(post(order.toString(), body(UUID.randomUUID(), "149.90", "TRY"))
                        .statusCode())
                .isEqualTo(422);
        assertThat(provider.ledger()).hasSize(1);
    }

    @Test
    void aKeyWhoseFirstRequestStillRunsIsRefusedAndPendingUntilTheChargeLands() throws Exception {
        provider.next(1).delay(Duration.ofSeconds(2));
        CompletableFuture<HttpResponse<String>> first = HTTP.sendAsync(chargeRequest(order), BodyHandlers.ofString());
        await().until(() -> provider.inFlight() == 1);

        assertThat(charge(order, "149.90").statusCode()).isEqualTo(409);
        assertThat(status(lookUp(order))).isEqualTo("Pending");
        assertThat(provider.ledger()).isEmpty();

        assertThat(first.get().statusCode()).isEqualTo(201);
        assertThat(status(lookUp(order))).isEqualTo("Captured");
        assertThat(charge(order, "149.90").statusCode()).isEqualTo(200);
        assertThat(provider.charges(order)).hasSize(1);
    }

    @Test
    void twentyRequestsAtTheSameMomentAreOneCharge() {
        List<CompletableFuture<Integer>> answers = Stream.generate(
                        () -> HTTP.sendAsync(chargeRequest(order), BodyHandlers.ofString())
                                .thenApply(HttpResponse::statusCode))
                .limit(20)
                .toList();

        assertThat(answers.stream().map(CompletableFuture::join))
                .containsOnlyOnce(201)
                .allMatch(status -> List.of(201, 200, 409).contains(status));
        assertThat(provider.charges(order)).hasSize(1);
    }

    @Test
    void aKeyThatWasNeverUsedIsNotFound() throws Exception {
        assertThat(lookUp(order).statusCode()).isEqualTo(404);
    }

    @Test
    void chargesAreListedByTheTimeTheyWereMade() throws Exception {
        Instant before = Instant.now();
        charge(order, "149.90");
        Instant after = provider.ledger().get(0).at().plusNanos(1);
        UUID later = UUID.randomUUID();
        charge(later, "10.00");

        assertThat(keys("?from=" + before + "&to=" + after)).containsExactly(order.toString());
        assertThat(keys("?from=" + after)).containsExactly(later.toString());
        assertThat(keys("?to=" + before)).isEmpty();
        assertThat(keys("")).containsExactly(order.toString(), later.toString());
        assertThat(get("/charges?from=yesterday").statusCode()).isEqualTo(400);
    }

    @Test
    void aRequestWithoutAKeyIsRefused() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(provider.url() + "/charges"))
                .POST(BodyPublishers.ofString(body(order, "149.90", "TRY")))
                .build();

        HttpResponse<String> refused = HTTP.send(request, BodyHandlers.ofString());

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("Idempotency-Key");
        assertThat(provider.ledger()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "149.9", "149", "149.900", "149,90", "1.499e2", "-149.90", "+149.90", "0149.90", ".90", "NaN", " ",
                "٣.٩٠"
            })
    void anAmountThatIsNoPlainDecimalOfItsCurrencyIsRefused(String amount) throws Exception {
        HttpResponse<String> refused = charge(order, amount);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("amount");
        assertThat(provider.ledger()).isEmpty();
    }

    @Test
    void anAmountHasTheDecimalsOfItsCurrency() throws Exception {
        assertThat(post("yen", body(order, "500", "JPY")).statusCode()).isEqualTo(201);
        assertThat(post("dinar", body(order, "1.234", "KWD")).statusCode()).isEqualTo(201);
        assertThat(post("none", body(order, "1.00", "EURO")).statusCode()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{}",
                "{\"orderId\": \"o\", \"amount\": \"1.00\", \"currency\": \"TRY\"",
                "{\"orderId\": \"o\", \"amount\": \"1.00\", \"currency\": \"TRY\"} x",
                "{\"orderId\": \"o\", \"amount\": \"1.00\", \"currency\": \"TRY\",}",
                "{\"orderId\": \"o\", \"amount\": 1.00, \"currency\": \"TRY\"}",
                "{\"orderId\": \"o\", \"amount\": \"1.00\", \"currency\": null}",
                "{\"orderId\": \"o\", \"orderId\": \"p\", \"amount\": \"1.00\", \"currency\": \"TRY\"}",
                "{\"orderId\": \"\\x\", \"amount\": \"1.00\", \"currency\": \"TRY\"}",
                "{\"orderId\": \"\\u12g4\", \"amount\": \"1.00\", \"currency\": \"TRY\"}",
                "{\"orderId\": \"\\u+123\", \"amount\": \"1.00\", \"currency\": \"TRY\"}",
                "{\"orderId\": \"a\nb\", \"amount\": \"1.00\", \"currency\": \"TRY\"}",
                "{'orderId': 'o', 'amount': '1.00', 'currency': 'TRY'}"
            })
    void brokenJsonIsRefusedWithAReason(String body) throws Exception {
        HttpResponse<String> refused = post("key", body);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(JSON.readTree(refused.body()).path("error").asText()).isNotBlank();
        assertThat(provider.ledger()).isEmpty();
    }

    @Test
    void escapesAreReadAndWrittenAsTheyAreMeant() throws Exception {
        String body = "{\"orderId\": \"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0131\\uD83D\\uDE00 ç\","
                + " \"amount\": \"\\u0031.00\", \"currency\": \"TRY\"}";

        assertThat(post("a key/with \"marks\"", body).statusCode()).isEqualTo(201);

        Charge entry = provider.ledger().get(0);
        assertThat(entry.orderId()).isEqualTo("\"\\/\b\f\n\r\tı\uD83D\uDE00 ç");
        assertThat(entry.amount()).isEqualTo("1.00");
        assertThat(provider.requests().get(0).body()).isEqualTo(body);
        assertThat(get("/charges/a%20key%2Fwith%20%22marks%22").statusCode()).isEqualTo(200);
    }

    // Misbehaviour

    @Test
    void aDelayedChargeLandsAtTheEndOfTheDelayEvenWhenTheClientHasGone() {
        provider.delay(Duration.ofSeconds(2));

        assertThatThrownBy(() -> chargeWithin(SHORT)).isInstanceOf(HttpTimeoutException.class);

        assertThat(provider.ledger()).isEmpty();
        await().until(() -> provider.charges(order).size() == 1);
    }

    @Test
    void aDelayAfterTheChargeHoldsBackTheAnswerOnly() throws Exception {
        provider.next(1).delayAfterCharge(LONG);

        assertThatThrownBy(() -> chargeWithin(SHORT)).isInstanceOf(HttpTimeoutException.class);

        assertThat(provider.charges(order)).hasSize(1);
        assertThat(charge(order, "149.90").statusCode()).isEqualTo(200);
    }

    @Test
    void fiveHundredSlowRequestsBlockNeitherOneAnotherNorTheRest() throws Exception {
        provider.next(500).delay(LONG);
        List<CompletableFuture<HttpResponse<String>>> slow = Stream.generate(
                        () -> HTTP.sendAsync(chargeRequest(UUID.randomUUID()), BodyHandlers.ofString()))
                .limit(500)
                .toList();
        await().atMost(LONG).until(() -> provider.inFlight() == 500);

        assertThat(charge(order, "149.90").statusCode()).isEqualTo(201);
        assertThat(slow).noneMatch(CompletableFuture::isDone);

        provider.reset();
        assertThat(CompletableFuture.allOf(slow.toArray(CompletableFuture[]::new)))
                .failsWithin(LONG);
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 404, 409, 422, 429, 500, 503})
    void aFailureChargesNothingAndTheNextTryDoes(int status) throws Exception {
        provider.failNext(2, status);

        assertThat(charge(order, "149.90").statusCode()).isEqualTo(status);
        assertThat(charge(order, "149.90").statusCode()).isEqualTo(status);
        assertThat(provider.ledger()).isEmpty();
        assertThat(lookUp(order).statusCode()).isEqualTo(404);
        assertThat(charge(order, "149.90").statusCode()).isEqualTo(201);
    }

    @Test
    void aFailureCanSayWhenToComeBack() throws Exception {
        provider.failNext(1, 429, Duration.ofSeconds(20));

        assertThat(charge(order, "149.90").headers().firstValue("Retry-After")).hasValue("20");
        assertThat(charge(order, "149.90").headers().firstValue("Retry-After")).isEmpty();
    }

    @Test
    void aFailureCanTakeItsTime() throws Exception {
        provider.failAfter(Duration.ofSeconds(2), 1, 500);
        CompletableFuture<HttpResponse<String>> first = HTTP.sendAsync(chargeRequest(order), BodyHandlers.ofString());
        await().until(() -> provider.inFlight() == 1);

        assertThat(charge(order, "149.90").statusCode()).isEqualTo(409);
        assertThat(first.get().statusCode()).isEqualTo(500);
        assertThat(charge(order, "149.90").statusCode()).isEqualTo(201);
    }

    @Test
    void aDeclinedChargeIsRememberedAndTakesNoMoney() throws Exception {
        provider.failNext(1, 402);

        assertThat(charge(order, "149.90").statusCode()).isEqualTo(402);
        assertThat(charge(order, "149.90").statusCode()).isEqualTo(402);

        assertThat(status(lookUp(order))).isEqualTo("Declined");
        assertThat(provider.ledger()).extracting(Charge::status).containsExactly("Declined");
        assertThat(provider.charges(order)).isEmpty();
    }

    @Test
    void aChargeWhoseAnswerNeverComesIsFoundAndNotMadeAgain() throws Exception {
        provider.chargeAndHang(1);

        assertThatThrownBy(() -> chargeWithin(SHORT)).isInstanceOf(HttpTimeoutException.class);

        assertThat(provider.inFlight()).isEqualTo(1);
        assertThat(status(lookUp(order))).isEqualTo("Captured");
        assertThat(charge(order, "149.90").statusCode()).isEqualTo(200);
        assertThat(provider.charges(order)).hasSize(1);
    }

    @Test
    void aChargeWhoseConnectionIsResetIsFoundAndNotMadeAgain() throws Exception {
        provider.chargeAndReset(1);

        assertThatThrownBy(() -> charge(order, "149.90"))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(HttpTimeoutException.class);

        assertThat(provider.inFlight()).isZero();
        assertThat(provider.requests()).extracting(Request::status).containsExactly((Integer) null);
        assertThat(status(lookUp(order))).isEqualTo("Captured");
        assertThat(charge(order, "149.90").statusCode()).isEqualTo(200);
        assertThat(provider.charges(order)).hasSize(1);
    }

    @Test
    void aChargeCanBeAnsweredWithBrokenJson() throws Exception {
        provider.chargeAndAnswerBrokenJson(1);

        HttpResponse<String> broken = charge(order, "149.90");

        assertThat(broken.statusCode()).isEqualTo(200);
        assertThatThrownBy(() -> JSON.readTree(broken.body())).isInstanceOf(JsonProcessingException.class);
        assertThat(provider.charges(order)).hasSize(1);
    }

    @Test
    void aChargeCanBeMadeAndDeniedForEverWhileTheLookUpKnowsIt() throws Exception {
        provider.forOrder(order).tell("charge=yes&answer=500");

        assertThat(charge(order, "149.90").statusCode()).isEqualTo(500);
        assertThat(charge(order, "149.90").statusCode()).isEqualTo(500);

        assertThat(status(lookUp(order))).isEqualTo("Captured");
        assertThat(provider.charges(order)).hasSize(1);
        assertThat(charge(UUID.randomUUID(), "10.00").statusCode()).isEqualTo(201);
    }

    @Test
    void aForgottenKeyChargesAgainAndTheOldChargeIsStillFound() throws Exception {
        charge(order, "149.90");
        String old = paymentId(lookUp(order));

        provider.forgetKeys();

        assertThat(paymentId(lookUp(order))).isEqualTo(old);
        HttpResponse<String> second = charge(order, "149.90");
        assertThat(second.statusCode()).isEqualTo(201);
        assertThat(provider.charges(order)).extracting(Charge::paymentId).containsExactly(old, paymentId(second));
        assertThat(paymentId(lookUp(order))).isEqualTo(paymentId(second));
    }

    @Test
    void aDeclineDoesNotHideAChargeThatTookMoneyBefore() throws Exception {
        charge(order, "149.90");
        provider.forgetKeys();
        provider.failNext(1, 402);

        assertThat(charge(order, "149.90").statusCode()).isEqualTo(402);

        assertThat(status(lookUp(order))).isEqualTo("Captured");
    }

    @Test
    void theKeysOfOneOrderAreForgottenAlone() throws Exception {
        UUID other = UUID.randomUUID();
        charge(order, "149.90");
        charge(other, "149.90");

        provider.forgetKeys(order);

        assertThat(charge(order, "149.90").statusCode()).isEqualTo(201);
        assertThat(charge(other, "149.90").statusCode()).isEqualTo(200);
    }

    @Test
    void whereKeysAreIgnoredEveryRequestCharges() throws Exception {
        charge(order, "149.90");

        provider.ignoreKeys();

        assertThat(charge(order, "149.90").statusCode()).isEqualTo(201);
        assertThat(charge(order, "99.00").statusCode()).isEqualTo(201);
        assertThat(provider.charges(order)).hasSize(3);
    }

    @Test
    void anExpiredKeyChargesAgain() throws Exception {
        provider.expireKeysAfter(Duration.ofMillis(500));
        charge(order, "149.90");

        await().until(() -> charge(order, "149.90").statusCode() == 201);

        assertThat(provider.charges(order)).hasSize(2);
        Duration between = Duration.between(
                provider.ledger().get(0).at(), provider.ledger().get(1).at());
        assertThat(between).isGreaterThanOrEqualTo(Duration.ofMillis(500));
    }

    @Test
    void aRefundedChargeIsFoundAsSuch() throws Exception {
        charge(order, "149.90");

        provider.refund(order);

        assertThat(status(lookUp(order))).isEqualTo("Refunded");
        assertThat(provider.charges(order)).hasSize(1);
    }

    // Telling it

    @Test
    void rulesForTheSameThingWaitForOneAnother() throws Exception {
        provider.failNext(2, 409);
        provider.failNext(1, 503);
        provider.delay(Duration.ofMillis(1));

        assertThat(Stream.of(1, 2, 3, 4).map(i -> chargeUnchecked(order).statusCode()))
                .containsExactly(409, 409, 503, 201);
    }

    @Test
    void aRuleForOneOrderLeavesOthersAloneAndGoesBeforeTheGeneralOne() throws Exception {
        provider.failAlways(503);
        provider.forOrder(order).failNext(1, 401);

        assertThat(charge(UUID.randomUUID(), "10.00").statusCode()).isEqualTo(503);
        assertThat(charge(order, "149.90").statusCode()).isEqualTo(401);
        assertThat(charge(order, "149.90").statusCode()).isEqualTo(503);
    }

    @Test
    void lookUpsCanFailToo() throws Exception {
        UUID other = UUID.randomUUID();
        charge(order, "149.90");
        charge(other, "149.90");
        provider.onLookups().forOrder(order).failNext(1, 500);

        assertThat(lookUp(other).statusCode()).isEqualTo(200);
        assertThat(lookUp(order).statusCode()).isEqualTo(500);
        assertThat(lookUp(order).statusCode()).isEqualTo(200);

        provider.onChargesAndLookups().failAlways(401);
        assertThat(lookUp(order).statusCode()).isEqualTo(401);
        assertThat(charge(order, "149.90").statusCode()).isEqualTo(401);
    }

    @Test
    void goodBehaviourComesBackWithoutLosingTheLedger() throws Exception {
        charge(order, "149.90");
        provider.failAlways(503);
        assertThat(charge(order, "149.90").statusCode()).isEqualTo(503);

        provider.behave();

        assertThat(charge(order, "149.90").statusCode()).isEqualTo(200);
    }

    @Test
    void aRuleThatIsNotUnderstoodIsRefused() {
        assertThatThrownBy(() -> provider.tell("anwser=500")).hasMessageContaining("anwser");
        assertThatThrownBy(() -> provider.tell("answer=soon")).hasMessageContaining("soon");
        assertThatThrownBy(() -> provider.tell("life=1")).hasMessageContaining("life");
        assertThatThrownBy(() -> provider.tell("delay=-1")).hasMessageContaining("delay");
    }

    @Test
    void resetCutsOffWhatRunsSoThatNothingOfItReachesTheNextTest() throws Exception {
        provider.next(1).delay(LONG);
        CompletableFuture<HttpResponse<String>> delayed = HTTP.sendAsync(chargeRequest(order), BodyHandlers.ofString());
        await().until(() -> provider.inFlight() == 1);
        provider.chargeAndHang(1);
        CompletableFuture<HttpResponse<String>> hung =
                HTTP.sendAsync(chargeRequest(UUID.randomUUID()), BodyHandlers.ofString());
        await().until(() -> provider.inFlight() == 2);

        provider.reset();

        assertThat(delayed).failsWithin(Duration.ofSeconds(5));
        assertThat(hung).failsWithin(Duration.ofSeconds(5));
        assertThat(provider.ledger()).isEmpty();
        assertThat(provider.requests()).isEmpty();
        assertThat(charge(order, "149.90").statusCode()).isEqualTo(201);
    }

    @Test
    void everyRequestIsSeenAsItCameAndAsItWasAnswered() throws Exception {
        charge(order, "149.90");
        lookUp(order);
        post("other", "{");

        List<Request> requests = provider.requests();
        assertThat(requests).extracting(Request::method).containsExactly("POST", "GET", "POST");
        assertThat(requests).extracting(Request::key).containsExactly(order.toString(), order.toString(), "other");
        assertThat(requests).extracting(Request::orderId).containsExactly(order.toString(), order.toString(), "");
        assertThat(requests).extracting(Request::body).containsExactly(body(order, "149.90", "TRY"), "", "{");
        assertThat(requests).extracting(Request::status).containsExactly(201, 200, 400);
        assertThat(provider.requests(order)).hasSize(2);
        assertThat(provider.inFlight()).isZero();
    }

    // The process

    @Test
    void theLedgerFileOutlivesTheProcess(@TempDir Path folder) throws Exception {
        String file = folder.resolve("ledger.jsonl").toString();
        String paymentId;
        try (Provider first = Provider.start("--ledger", file)) {
            paymentId = paymentId(HTTP.send(chargeRequest(first, order), BodyHandlers.ofString()));
        }

        try (Provider second = Provider.start("--ledger", file)) {
            HttpResponse<String> again = HTTP.send(chargeRequest(second, order), BodyHandlers.ofString());
            assertThat(again.statusCode()).isEqualTo(200);
            assertThat(paymentId(again)).isEqualTo(paymentId);
            second.refund(order);
        }

        try (Provider third = Provider.start("--ledger", file)) {
            assertThat(third.charges(order)).extracting(Charge::status).containsExactly("Refunded");
            third.reset();
            assertThat(third.ledger()).isEmpty();
            assertThat(Path.of(file)).doesNotExist();
        }
    }

    @Test
    void itRunsFromItsSourceAndEndsWithItsParent() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String source = "src/test/java/bookstore/billing/dev/PaymentProvider.java";
        Process process = new ProcessBuilder(java, source, "--address", "0.0.0.0", "--port", "0", "--exit-with-stdin")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
            assertThat(out.readLine()).matches("payment provider on http://0\\.0\\.0\\.0:[1-9]\\d*");

            process.getOutputStream().close();

            assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(out.readLine()).isNull();
        } finally {
            process.destroyForcibly();
        }
    }

    private static HttpResponse<String> charge(UUID order, String amount) throws Exception {
        return post(order.toString(), body(order, amount, "TRY"));
    }

    private static HttpResponse<String> chargeUnchecked(UUID order) {
        return HTTP.sendAsync(chargeRequest(order), BodyHandlers.ofString()).join();
    }

    private HttpResponse<String> chargeWithin(Duration timeout) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(chargeRequest(order), (name, value) -> true)
                .timeout(timeout)
                .build();
        return HTTP.send(request, BodyHandlers.ofString());
    }

    private static HttpRequest chargeRequest(UUID order) {
        return chargeRequest(provider, order);
    }

    private static HttpRequest chargeRequest(Provider provider, UUID order) {
        return request(provider, order.toString(), body(order, "149.90", "TRY"));
    }

    private static HttpResponse<String> post(String key, String body) throws Exception {
        return HTTP.send(request(provider, key, body), BodyHandlers.ofString());
    }

    private static HttpRequest request(Provider provider, String key, String body) {
        return HttpRequest.newBuilder(URI.create(provider.url() + "/charges"))
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString(body))
                .build();
    }

    private static String body(UUID order, String amount, String currency) {
        return "{\"orderId\": \"%s\", \"amount\": \"%s\", \"currency\": \"%s\"}".formatted(order, amount, currency);
    }

    private static HttpResponse<String> lookUp(UUID order) throws Exception {
        return get("/charges/" + order);
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create(provider.url() + path)).build(), BodyHandlers.ofString());
    }

    private static List<String> keys(String query) throws Exception {
        return JSON.readTree(get("/charges" + query).body()).findValuesAsText("key");
    }

    private static String paymentId(HttpResponse<String> response) throws Exception {
        return JSON.readTree(response.body()).path("paymentId").asText();
    }

    private static String status(HttpResponse<String> response) throws Exception {
        JsonNode charge = JSON.readTree(response.body());
        return charge.path("status").asText();
    }
}

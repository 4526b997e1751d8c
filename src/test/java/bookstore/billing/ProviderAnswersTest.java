package bookstore.billing;

import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.Mode;
import bookstore.billing.dev.Orders;
import bookstore.billing.dev.Provider;
import bookstore.billing.dev.Stage;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the provider answers, or does not: unknown is not failed, and an order ends as one charge. */
class ProviderAnswersTest {

    private static final Duration SOON = Duration.ofSeconds(60);

    private static Stage stage;

    private final UUID order = UUID.randomUUID();

    @BeforeAll
    static void start(TestInfo test) {
        stage = Stage.with(1, Mode.of(test), "billing.payment.timeout=1s");
    }

    @AfterAll
    static void stop() {
        stage.close();
    }

    @BeforeEach
    void clear() {
        stage.clear();
    }

    @Test
    void firstRequestThatStillRunsIsAskedAgainWithTheSameKey() {
        stage.provider().failNext(2, 409);

        stage.publish(placed("m", order, "10", "EUR"));
        awaitInvoice(order);

        assertThat(stage.charges(order)).isEqualTo(1);
        assertThat(stage.chargeRequests()).hasSize(3).allSatisfy(request -> assertThat(request.key())
                .isEqualTo(order.toString()));
    }

    static Stream<Named<Consumer<Provider>>> chargesWithoutAKnownOutcome() {
        return Stream.of(
                Named.of("never answers", provider -> provider.chargeAndHang(1)),
                Named.of("resets the connection", provider -> provider.chargeAndReset(1)),
                Named.of("answers broken JSON", provider -> provider.chargeAndAnswerBrokenJson(1)),
                Named.of("answers 500 for ever", provider -> provider.chargeAndFail(1_000, 500)));
    }

    @ParameterizedTest
    @MethodSource("chargesWithoutAKnownOutcome")
    void chargeWithoutAKnownOutcomeIsLookedUpAndNotMadeAgain(Consumer<Provider> fault) {
        fault.accept(stage.provider());

        stage.publish(placed("m", order, "10", "EUR"));
        await().atMost(SOON).until(() -> stage.charges(order) == 1);
        // what would make a second charge of a second request
        stage.provider().forgetKeys();
        awaitInvoice(order);

        assertThat(stage.charges(order)).isEqualTo(1);
        assertThat(stage.chargeRequests()).hasSize(1);
        assertThat(paymentStatus(order)).isEqualTo("Captured");
        assertThat(stage.deadLettersWaiting()).isZero();
    }

    /** The tries are over, the provider has forgotten the key, and the order comes once more. */
    @ParameterizedTest
    @ValueSource(strings = {"the same id, replayed", "a new id"})
    void orderWhoseChargeWasNeverAnsweredIsLookedUpHoweverLateItComesAgain(String how) {
        stage.provider().chargeAndFail(1, 500);
        stage.provider().onLookups().failAlways(500);
        stage.publish(placed("m", order, "10", "EUR"));
        await().atMost(SOON).until(() -> stage.deadLettersWaiting() == 1);
        assertThat(stage.charges(order)).isEqualTo(1);
        assertThat(paymentStatus(order)).isEqualTo("Pending");
        stage.takeDeadLetters();

        stage.provider().behave();
        stage.provider().forgetKeys();
        stage.publish(
                how.equals("a new id")
                        ? placed("m-new", order, "10", "EUR")
                        : Orders.with(placed("m", order, "10", "EUR"), Map.of("x-replays", 1)));
        awaitInvoice(order);

        assertThat(stage.charges(order)).isEqualTo(1);
        assertThat(stage.chargeRequests()).hasSize(1);
        assertThat(paymentStatus(order)).isEqualTo("Captured");
    }

    /** A process that was killed after its charge leaves nothing but the charge; the look-up for its copy then fails too. */
    @Test
    void lookUpThatFailsUntilTheTriesAreSpentIsRememberedForTheNextMessageOfTheOrder() throws Exception {
        chargeByAProcessThatIsGone("10.00");
        stage.provider().onLookups().failAlways(500);
        stage.publish(Orders.with(placed("m", order, "10", "EUR"), Map.of("x-attempts", 0)));
        awaitDeadLetter("attempts-exhausted");
        assertThat(paymentStatus(order)).isEqualTo("Pending");

        stage.provider().behave();
        stage.provider().forgetKeys();
        stage.publish(placed("m-new", order, "10", "EUR"));
        awaitInvoice(order);

        assertThat(stage.charges(order)).isEqualTo(1);
    }

    @Test
    void keyThatWasUsedForAnotherAmountIsNeverChargedAgainWhenItIsForgotten() throws Exception {
        chargeByAProcessThatIsGone("77.00");
        stage.publish(placed("m", order, "10", "EUR"));
        awaitDeadLetter("payment-conflict");

        stage.provider().forgetKeys();
        stage.publish(placed("m-new", order, "10", "EUR"));
        awaitDeadLetter("payment-conflict");

        assertThat(stage.charges(order)).isEqualTo(1);
        assertThat(stage.invoices(order)).isZero();
    }

    @Test
    void busyProviderThatHasChargedAllTheSameIsNotChargedAgainWhenItForgets() {
        stage.provider().chargeAndFail(1, 503);
        stage.provider().onLookups().failAlways(500);
        stage.publish(placed("m", order, "10", "EUR"));
        awaitDeadLetter("attempts-exhausted");

        stage.provider().behave();
        stage.provider().forgetKeys();
        stage.publish(placed("m-new", order, "10", "EUR"));
        awaitInvoice(order);

        assertThat(stage.charges(order)).isEqualTo(1);
    }

    private void chargeByAProcessThatIsGone(String amount) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(stage.provider().url() + "/charges"))
                .header("Idempotency-Key", order.toString())
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"orderId\":\"" + order + "\",\"amount\":\"" + amount + "\",\"currency\":\"EUR\"}"))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(request, HttpResponse.BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(201);
    }

    private static void awaitDeadLetter(String reason) {
        await().atMost(SOON).until(() -> stage.deadLettersWaiting() == 1);
        assertThat(stage.takeDeadLetters()).singleElement().satisfies(letter -> assertThat(
                        letter.getMessageProperties().<Object>getHeader("x-reason"))
                .isEqualTo(reason));
    }

    @Test
    void retryAfterIsHonouredByADelayThatIsAtLeastAsLong() {
        stage.provider().failNext(1, 429, Duration.ofSeconds(2));
        Instant published = Instant.now();

        stage.publish(placed("m", order, "10", "EUR"));
        awaitInvoice(order);

        assertThat(stage.charges(order)).isEqualTo(1);
        // the first delay is 1 s
        assertThat(stage.chargeRequests()).hasSize(2).last().satisfies(request -> assertThat(request.at())
                .isAfterOrEqualTo(published.plusSeconds(2)));
    }

    @Test
    void oneOrderThatIsAlwaysRefusedSpendsItsTriesAndItsNeighboursAreInvoiced() {
        stage.provider().forOrder(order).failAlways(503);
        List<UUID> neighbours = Stream.generate(UUID::randomUUID).limit(30).toList();

        stage.publish(placed("poison", order, "10", "EUR"));
        neighbours.forEach(each -> stage.publish(placed("m-" + each, each, "10", "EUR")));

        await().atMost(SOON).until(() -> stage.deadLettersWaiting() == 1);
        assertThat(stage.takeDeadLetters()).singleElement().satisfies(letter -> {
            assertThat(letter.getMessageProperties().getMessageId()).isEqualTo("poison");
            assertThat(letter.getMessageProperties().<Object>getHeader("x-reason"))
                    .isEqualTo("attempts-exhausted");
        });
        assertThat(neighbours)
                .allSatisfy(each -> assertThat(stage.charges(each)).isEqualTo(1));
        assertThat(stage.invoices()).isEqualTo(neighbours.size());
    }

    /** Cases P3 and P6: a provider that is away, or that our own configuration keeps us from. */
    @ParameterizedTest
    @ValueSource(ints = {503, 401, 404})
    void providerThatFailsEverybodyPausesConsumingAndSpendsNobodysTries(int status) {
        stage.provider().onChargesAndLookups().failAlways(status);
        List<UUID> orders = Stream.generate(UUID::randomUUID).limit(20).toList();
        orders.forEach(each -> stage.publish(placed("m-" + each, each, "10", "EUR")));

        await().atMost(SOON).until(() -> stage.health().contains("the payment provider"));
        // longer than the two retries of a message take: without the pause each would have spent its tries
        await().during(Duration.ofSeconds(8)).atMost(SOON).until(() -> stage.deadLettersWaiting() == 0);

        stage.provider().behave();
        await().atMost(SOON).until(() -> stage.invoices() == orders.size());

        assertThat(orders).allSatisfy(each -> assertThat(stage.charges(each)).isEqualTo(1));
        assertThat(stage.deadLettersWaiting()).isZero();
        await().atMost(SOON).until(() -> !stage.health().contains("the payment provider"));
    }

    private static void awaitInvoice(UUID order) {
        await().atMost(SOON).until(() -> stage.invoices(order) == 1);
    }

    private static String paymentStatus(UUID order) {
        return stage.database()
                .rows("SELECT status FROM payment WHERE order_id = ?", order)
                .get(0)
                .get("status")
                .toString();
    }
}

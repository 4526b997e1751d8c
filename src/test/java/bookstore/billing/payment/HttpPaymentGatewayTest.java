package bookstore.billing.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bookstore.billing.delivery.Outages;
import bookstore.billing.delivery.Reason;
import bookstore.billing.delivery.RefusedMessageException;
import bookstore.billing.dev.Provider;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

class HttpPaymentGatewayTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private static Provider provider;

    private final UUID order = UUID.randomUUID();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Outages outages = new Outages();
    private final PaymentGateway gateway = gateway(provider.url() + "/");

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

    @Test
    void chargeSendsTheKeyAndTheAmountWithTheCurrencysDecimals() {
        String paymentId = charge(gateway);

        assertThat(charge(gateway)).isEqualTo(paymentId);
        assertThat(provider.ledger()).singleElement().satisfies(charge -> {
            assertThat(charge.key()).isEqualTo(order.toString());
            assertThat(charge.amount()).isEqualTo("149.90");
            assertThat(charge.currency()).isEqualTo("TRY");
            assertThat(charge.paymentId()).isEqualTo(paymentId);
        });
        assertThat(counted(PaymentOutcome.CAPTURED)).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"402,PAYMENT_DECLINED,DECLINED", "422,PAYMENT_CONFLICT,CONFLICT"})
    void finalAnswerIsARefusal(int status, Reason reason, PaymentOutcome outcome) {
        provider.failAlways(status);

        assertThatThrownBy(() -> charge(gateway))
                .isInstanceOfSatisfying(RefusedMessageException.class, refused -> assertThat(refused.reason())
                        .isEqualTo(reason));
        assertThat(counted(outcome)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "409,RUNNING",
        "429,BUSY",
        "503,BUSY",
        "500,UNKNOWN",
        "502,UNKNOWN",
        "204,UNKNOWN",
        "302,UNKNOWN",
        "401,UNKNOWN",
        "404,UNKNOWN"
    })
    void anyOtherAnswerIsAFailedTryThatSaysItsStatus(int status, PaymentOutcome outcome) {
        provider.failAlways(status);

        assertThatThrownBy(() -> charge(gateway))
                .isInstanceOf(PaymentFailedException.class)
                .hasMessageContaining(Integer.toString(status));
        assertThat(counted(outcome)).isEqualTo(1);
    }

    @Test
    void orderThatMayBeChargedIsLookedUpAndNotChargedAgainByAProviderThatHasForgottenItsKey() {
        String paymentId = charge(gateway);
        provider.forgetKeys();

        assertThat(charge(gateway, true)).isEqualTo(paymentId);
        assertThat(provider.ledger()).hasSize(1);
    }

    @Test
    void orderThatMayBeChargedButIsNotIsCharged() {
        assertThat(charge(gateway, true)).isNotBlank();
        assertThat(provider.ledger()).hasSize(1);
    }

    @Test
    void chargeThatAnswersFiveHundredForEverIsFoundByItsLookUp() {
        provider.chargeAndFail(100, 500);
        assertThatThrownBy(() -> charge(gateway)).isInstanceOf(PaymentFailedException.class);

        assertThat(charge(gateway, true)).isNotBlank();
        assertThat(provider.ledger()).hasSize(1);
    }

    @Test
    void lookUpThatFindsAnotherAmountOrARefundIsAConflict() {
        gateway.charge(order.toString(), order, new BigDecimal("10.00"), "TRY", false);
        assertConflict(() -> charge(gateway, true));

        provider.reset();
        charge(gateway);
        provider.refund(order);
        assertConflict(() -> charge(gateway, true));
        assertThat(provider.charges(order)).hasSize(1);
    }

    @Test
    void lookUpThatFailsChargesNothing() {
        provider.onLookups().failAlways(503);

        assertThatThrownBy(() -> charge(gateway, true)).isInstanceOf(PaymentFailedException.class);
        assertThat(provider.ledger()).isEmpty();
    }

    private static void assertConflict(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(RefusedMessageException.class, refused -> assertThat(refused.reason())
                        .isEqualTo(Reason.PAYMENT_CONFLICT));
    }

    @Test
    void silenceEndsWithTheLimit() {
        provider.chargeAndHang(1);

        assertThatThrownBy(() -> charge(gateway))
                .isInstanceOf(PaymentFailedException.class)
                .hasMessageContaining("1000 ms");
        assertThat(counted(PaymentOutcome.UNKNOWN)).isEqualTo(1);
    }

    /** A limit for each read would never end the second of them. */
    @ParameterizedTest
    @ValueSource(ints = {0, 300})
    void answerThatBeginsAndNeverEndsEndsWithTheLimit(int millisBetweenBytes) throws Exception {
        try (ServerSocket stalling = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var thread = new Thread(() -> answerWithoutEnd(stalling, millisBetweenBytes));
            thread.setDaemon(true);
            thread.start();
            var stalled = gateway("http://127.0.0.1:" + stalling.getLocalPort());

            long begin = System.nanoTime();
            assertThatThrownBy(() -> charge(stalled))
                    .isInstanceOf(PaymentFailedException.class)
                    .hasMessageContaining("1000 ms");
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(TIMEOUT.multipliedBy(3));
            thread.join();
        }
    }

    /** @param millisBetweenBytes 0 for silence behind the first one */
    private static void answerWithoutEnd(ServerSocket socket, int millisBetweenBytes) {
        try (Socket client = socket.accept()) {
            OutputStream answer = client.getOutputStream();
            answer.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{".getBytes(StandardCharsets.US_ASCII));
            answer.flush();
            client.setSoTimeout(millisBetweenBytes);
            for (boolean open = true; open; ) {
                try {
                    open = client.getInputStream().read() >= 0;
                } catch (SocketTimeoutException e) {
                    answer.write(' ');
                }
            }
        } catch (IOException e) {
            // the gateway has given up, and has closed its end
        }
    }

    @Test
    void brokenConnectionAndBrokenAnswerAreUnknown() {
        provider.chargeAndReset(1);
        assertThatThrownBy(() -> charge(gateway)).isInstanceOf(PaymentFailedException.class);
        provider.chargeAndAnswerBrokenJson(1);
        assertThatThrownBy(() -> charge(gateway)).isInstanceOf(PaymentFailedException.class);

        assertThat(counted(PaymentOutcome.UNKNOWN)).isEqualTo(2);
        assertThat(charge(gateway)).isNotBlank();
        assertThat(provider.ledger()).hasSize(1);
    }

    @Test
    void providerThatIsNotThereIsUnreachableAndNothingWasSent() throws Exception {
        int closed;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = socket.getLocalPort();
        }
        var nowhere = gateway("http://127.0.0.1:" + closed);

        assertThatThrownBy(() -> charge(nowhere)).hasMessageContaining("cannot be reached");
        assertThat(counted(PaymentOutcome.UNREACHABLE)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "{\"paymentId\":7}", "{\"paymentId\":\" \"}", ""})
    void answerWithoutAPaymentIdIsUnknown(String body) throws Exception {
        try (ServerSocket odd = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            answerOnce(odd, body);
            var oddGateway = gateway("http://127.0.0.1:" + odd.getLocalPort());

            assertThatThrownBy(() -> charge(oddGateway)).isInstanceOf(PaymentFailedException.class);
            assertThat(counted(PaymentOutcome.UNKNOWN)).isEqualTo(1);
        }
    }

    /** Written out, it would be gigabytes of zeros. */
    @Test
    void amountWithAnImmenseExponentIsAnotherAmount() throws Exception {
        try (ServerSocket odd = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            answerOnce(
                    odd, "{\"status\":\"Captured\",\"paymentId\":\"p\",\"amount\":1e2147483000,\"currency\":\"TRY\"}");
            var oddGateway = gateway("http://127.0.0.1:" + odd.getLocalPort());

            assertConflict(() -> charge(oddGateway, true));
        }
    }

    private static void answerOnce(ServerSocket socket, String body) {
        var thread = new Thread(() -> {
            try (Socket client = socket.accept()) {
                client.getInputStream().read();
                client.getOutputStream()
                        .write(("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " + body.length() + "\r\n\r\n"
                                        + body)
                                .getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private PaymentGateway gateway(String url) {
        return new HttpPaymentGateway(
                new ProviderClient(url, TIMEOUT), outages, new PendingPayments(new PGSimpleDataSource()), meters);
    }

    private String charge(PaymentGateway with) {
        return charge(with, false);
    }

    private String charge(PaymentGateway with, boolean mayBeCharged) {
        return with.charge(order.toString(), order, new BigDecimal("149.90"), "TRY", mayBeCharged);
    }

    private long counted(PaymentOutcome outcome) {
        return (long)
                meters.counter("billing.payments", "outcome", outcome.word()).count();
    }
}

package bookstore.billing.payment;

import bookstore.billing.delivery.Reason;
import bookstore.billing.delivery.RefusedMessageException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.MeterRegistry;
import java.math.BigDecimal;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The provider over HTTP: {@code POST {url}/charges} with the header {@code Idempotency-Key}. */
public final class HttpPaymentGateway implements PaymentGateway {

    private static final Duration MAX_CONNECT_TIMEOUT = Duration.ofSeconds(3);

    private final ObjectMapper json = new ObjectMapper();
    private final HttpClient http;
    private final URI charges;
    private final Duration timeout;
    private final PaymentCounts counts;

    /**
     * @param url where the provider is, without {@code /charges}
     * @param timeout the limit of one call from connecting to the last byte of the answer
     */
    public HttpPaymentGateway(String url, Duration timeout, MeterRegistry meters) {
        this.charges = URI.create(url.replaceAll("/+$", "") + "/charges");
        this.timeout = timeout;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(timeout.compareTo(MAX_CONNECT_TIMEOUT) < 0 ? timeout : MAX_CONNECT_TIMEOUT)
                .build();
        this.counts = new PaymentCounts(meters);
    }

    @Override
    public String charge(String idempotencyKey, UUID orderId, BigDecimal amount, String currency) {
        HttpRequest request = HttpRequest.newBuilder(charges)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", idempotencyKey)
                .POST(HttpRequest.BodyPublishers.ofString(body(orderId, amount, currency)))
                .build();
        HttpResponse<String> response = send(request);
        PaymentOutcome outcome = PaymentOutcome.ofStatus(response.statusCode());
        return switch (outcome) {
            case CAPTURED -> paymentId(response);
            case DECLINED -> throw refused(Reason.PAYMENT_DECLINED, outcome, "the provider declined the payment");
            case CONFLICT ->
                throw refused(
                        Reason.PAYMENT_CONFLICT, outcome, "the provider knows this order's key with other parameters");
            default -> throw failed(outcome, "the provider answered with status " + response.statusCode(), null);
        };
    }

    private HttpResponse<String> send(HttpRequest request) {
        CompletableFuture<HttpResponse<String>> answer = http.sendAsync(request, HttpResponse.BodyHandlers.ofString());
        try {
            // the request's own timeout would end with the answer's headers and wait for its body without a limit
            return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw failed(
                    PaymentOutcome.UNKNOWN, "the provider has not answered within " + timeout.toMillis() + " ms", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            boolean nothingSent = cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException;
            throw failed(
                    nothingSent ? PaymentOutcome.UNREACHABLE : PaymentOutcome.UNKNOWN,
                    nothingSent ? "the provider cannot be reached" : "the connection to the provider broke",
                    cause);
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw failed(PaymentOutcome.UNKNOWN, "interrupted while the provider was asked", e);
        }
    }

    private String paymentId(HttpResponse<String> response) {
        try {
            JsonNode paymentId = json.readTree(response.body()).path("paymentId");
            if (paymentId.isTextual() && !paymentId.textValue().isBlank()) {
                counts.count(PaymentOutcome.CAPTURED);
                return paymentId.textValue();
            }
            throw failed(PaymentOutcome.UNKNOWN, "the provider's answer has no paymentId", null);
        } catch (JsonProcessingException e) {
            throw failed(PaymentOutcome.UNKNOWN, "the provider's answer is no JSON", null);
        }
    }

    private String body(UUID orderId, BigDecimal amount, String currency) {
        try {
            return json.writeValueAsString(
                    Map.of("orderId", orderId.toString(), "amount", amount.toPlainString(), "currency", currency));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("three strings make JSON", e);
        }
    }

    private RefusedMessageException refused(Reason reason, PaymentOutcome outcome, String text) {
        counts.count(outcome);
        return new RefusedMessageException(reason, text);
    }

    private PaymentFailedException failed(PaymentOutcome outcome, String text, @Nullable Throwable cause) {
        counts.count(outcome);
        return new PaymentFailedException(text, cause);
    }
}

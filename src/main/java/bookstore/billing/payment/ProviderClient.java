package bookstore.billing.payment;

import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Calls to the provider, each with one limit from connecting to the last byte. */
public final class ProviderClient {

    private static final Duration MAX_CONNECT_TIMEOUT = Duration.ofSeconds(3);

    private final HttpClient http;
    private final String charges;
    private final Duration timeout;

    /**
     * @param url where the provider is, without {@code /charges}
     * @param timeout the limit of one call
     */
    public ProviderClient(String url, Duration timeout) {
        this.charges = url.replaceAll("/+$", "") + "/charges";
        this.timeout = timeout;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(timeout.compareTo(MAX_CONNECT_TIMEOUT) < 0 ? timeout : MAX_CONNECT_TIMEOUT)
                .build();
    }

    /** @param retryAfter what the header of that name says in seconds; null where it is absent or says a date */
    record Answer(int status, String body, @Nullable Duration retryAfter) {}

    /** No answer came, for a reason that the outcome tells. */
    static final class NoAnswerException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final PaymentOutcome outcome;

        private NoAnswerException(PaymentOutcome outcome, String text, Throwable cause) {
            super(text, cause);
            this.outcome = outcome;
        }

        PaymentOutcome outcome() {
            return outcome;
        }
    }

    Answer post(String idempotencyKey, String body) {
        return send(HttpRequest.newBuilder(URI.create(charges))
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", idempotencyKey)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    Answer lookUp(String idempotencyKey) {
        String key = URLEncoder.encode(idempotencyKey, StandardCharsets.UTF_8);
        return send(HttpRequest.newBuilder(URI.create(charges + "/" + key)).build());
    }

    private Answer send(HttpRequest request) {
        CompletableFuture<HttpResponse<String>> answer = http.sendAsync(request, HttpResponse.BodyHandlers.ofString());
        try {
            // the request's own timeout would end with the answer's headers and wait for its body without a limit
            HttpResponse<String> response = answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return new Answer(response.statusCode(), response.body(), retryAfter(response));
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw new NoAnswerException(
                    PaymentOutcome.UNKNOWN, "the provider has not answered within " + timeout.toMillis() + " ms", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException) {
                throw new NoAnswerException(PaymentOutcome.UNREACHABLE, "the provider cannot be reached", cause);
            }
            throw new NoAnswerException(PaymentOutcome.UNKNOWN, "the connection to the provider broke", cause);
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new NoAnswerException(PaymentOutcome.UNKNOWN, "interrupted while the provider was asked", e);
        }
    }

    static @Nullable Duration retryAfter(HttpResponse<?> response) {
        return response.headers()
                .firstValue("Retry-After")
                .filter(value -> value.matches("[0-9]{1,9}"))
                .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
                .orElse(null);
    }
}

package bookstore.billing.payment;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProxySelector;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.impl.routing.SystemDefaultRoutePlanner;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.ParseException;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Calls to the provider, each with one limit from connecting to the last byte. A call is made by the thread that asks for
 * it, over a blocking socket: the JDK's client hands each call to threads of its own and back, which costs more processor
 * time than all else that it does.
 */
public final class ProviderClient {

    private static final Duration MAX_CONNECT_TIMEOUT = Duration.ofSeconds(3);

    /** Many times what an answer has; a longer one is cut off, and then is no JSON. */
    private static final int LONGEST_ANSWER = 1_000_000;

    /** For all clients: nothing waits in it but limits. */
    private static final ScheduledThreadPoolExecutor LIMITS = limits();

    private final HttpClient http;
    private final URI charges;
    private final Duration timeout;

    /**
     * @param url where the provider is, without {@code /charges}
     * @param timeout the limit of one call
     */
    public ProviderClient(String url, Duration timeout) {
        this.charges = URI.create(url.replaceAll("/+$", "") + "/charges");
        this.timeout = timeout;
        // what is sent is sent once, to whom it is meant for, and says no more than it has to
        this.http = HttpClientBuilder.create()
                .setConnectionManager(connections(timeout))
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setResponseTimeout(Timeout.of(timeout))
                        .setProtocolUpgradeEnabled(false)
                        .build())
                .setRoutePlanner(new SystemDefaultRoutePlanner(ProxySelector.getDefault()))
                .setUserAgent("billing-invoice")
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableContentCompression()
                .disableCookieManagement()
                .disableAuthCaching()
                .build();
    }

    private static HttpClientConnectionManager connections(Duration timeout) {
        Duration connectTimeout = timeout.compareTo(MAX_CONNECT_TIMEOUT) < 0 ? timeout : MAX_CONNECT_TIMEOUT;
        return PoolingHttpClientConnectionManagerBuilder.create()
                // as many as there are consumers that pay, who bound themselves
                .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
                .setMaxConnPerRoute(Integer.MAX_VALUE)
                .setTlsSocketStrategy(
                        ClientTlsStrategyBuilder.create().useSystemProperties().buildClassic())
                .setDefaultSocketConfig(
                        SocketConfig.custom().setSoTimeout(Timeout.of(timeout)).build())
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.of(connectTimeout))
                        .setSocketTimeout(Timeout.of(timeout))
                        .build())
                .build();
    }

    private static ScheduledThreadPoolExecutor limits() {
        var limits = new ScheduledThreadPoolExecutor(1, task -> {
            var thread = new Thread(task, "limits of the provider's calls");
            thread.setDaemon(true);
            return thread;
        });
        limits.setRemoveOnCancelPolicy(true);
        return limits;
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
        var request = new HttpPost(charges);
        request.setHeader("Idempotency-Key", idempotencyKey);
        request.setEntity(new StringEntity(body, ContentType.APPLICATION_JSON));
        return send(request);
    }

    Answer lookUp(String idempotencyKey) {
        String key = URLEncoder.encode(idempotencyKey, StandardCharsets.UTF_8);
        return send(new HttpGet(charges + "/" + key));
    }

    private Answer send(HttpUriRequestBase request) {
        // the client's own limits are for each read: an answer that trickles would have none
        Future<?> limit = LIMITS.schedule(request::cancel, timeout.toMillis(), TimeUnit.MILLISECONDS);
        try {
            return http.execute(request, ProviderClient::answer);
        } catch (UnknownHostException | ConnectException | NoRouteToHostException | ConnectTimeoutException e) {
            throw new NoAnswerException(PaymentOutcome.UNREACHABLE, "the provider cannot be reached", e);
        } catch (IOException e) {
            if (request.isCancelled() || e instanceof java.net.SocketTimeoutException) {
                throw new NoAnswerException(
                        PaymentOutcome.UNKNOWN,
                        "the provider has not answered within " + timeout.toMillis() + " ms",
                        e);
            }
            throw new NoAnswerException(PaymentOutcome.UNKNOWN, "the connection to the provider broke", e);
        } finally {
            limit.cancel(false);
        }
    }

    private static Answer answer(ClassicHttpResponse response) throws IOException {
        Header retryAfter = response.getFirstHeader("Retry-After");
        return new Answer(
                response.getCode(),
                response.getEntity() == null ? "" : text(response),
                retryAfter == null ? null : seconds(retryAfter.getValue()));
    }

    private static String text(ClassicHttpResponse response) throws IOException {
        try {
            return EntityUtils.toString(response.getEntity(), StandardCharsets.UTF_8, LONGEST_ANSWER);
        } catch (ParseException e) {
            throw new IOException("the answer's content type cannot be read", e);
        }
    }

    static @Nullable Duration retryAfter(HttpResponse<?> response) {
        return response.headers()
                .firstValue("Retry-After")
                .map(ProviderClient::seconds)
                .orElse(null);
    }

    private static @Nullable Duration seconds(String value) {
        return value.matches("[0-9]{1,9}") ? Duration.ofSeconds(Long.parseLong(value)) : null;
    }
}

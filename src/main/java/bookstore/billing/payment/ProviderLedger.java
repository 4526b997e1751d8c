package bookstore.billing.payment;

import bookstore.billing.delivery.OneLine;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the provider says that it has charged: {@code GET {url}/charges?from=&to=} and {@code GET {url}/charges/{key}}.
 *
 * <p>A question that fails, or is told to come later, is asked a few times again. Nothing of the list is kept here: it
 * may be long.
 */
public final class ProviderLedger {

    private static final int TRIES = 4;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final ProviderClient client;
    private final HttpClient http;
    private final String charges;
    private final Duration timeout;
    private final ChargeReader reader = new ChargeReader();

    /**
     * @param url where the provider is, without {@code /charges}
     * @param timeout the limit of a look-up, and of a silence within a list
     */
    public ProviderLedger(String url, Duration timeout) {
        this.client = new ProviderClient(url, timeout);
        this.charges = url.replaceAll("/+$", "") + "/charges";
        this.timeout = timeout;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(timeout)
                .build();
    }

    /**
     * Reads the charges between two instants of the provider's clock; those at the very end may be there or not.
     *
     * @param each gets every charge at least once; a list that breaks off is read again from its beginning
     * @throws LedgerFailedException where the list could not be read to its end
     */
    public void charges(Instant from, Instant to, Consumer<Charge> each) {
        var request = HttpRequest.newBuilder(URI.create(charges + "?from=" + from + "&to=" + to))
                .timeout(timeout)
                .build();
        ask(() -> {
            HttpResponse<InputStream> answer = http.send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = answer.body();
                    var silence = new Silence(body, timeout)) {
                if (answer.statusCode() != 200) {
                    throw new Refused(answer.statusCode(), ProviderClient.retryAfter(answer));
                }
                reader.each(silence.heard(), each);
                return true;
            }
        });
    }

    /**
     * The newest charge that took money with this key, or else the newest that did not.
     *
     * @return empty where nothing was ever charged with the key
     * @throws LedgerFailedException where the provider could not be asked
     */
    public Optional<Charge> charge(String key) {
        return ask(() -> {
            ProviderClient.Answer answer = client.lookUp(key);
            return switch (answer.status()) {
                case 200 -> Optional.of(reader.one(answer.body()));
                case 404 -> Optional.empty();
                default -> throw new Refused(answer.status(), answer.retryAfter());
            };
        });
    }

    private static <T> T ask(Question<T> question) {
        Duration pause = FIRST_PAUSE;
        for (int attempt = 1; ; attempt++) {
            Exception failure;
            try {
                return question.ask();
            } catch (Refused e) {
                if (!e.mayPass() || attempt == TRIES) {
                    throw new LedgerFailedException("the provider's ledger answered with status " + e.status, null);
                }
                failure = e;
            } catch (IOException | ProviderClient.NoAnswerException e) {
                if (attempt == TRIES) {
                    throw new LedgerFailedException(
                            "the provider's ledger cannot be read: " + OneLine.ofRootCause(e), e);
                }
                failure = e;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new LedgerFailedException("interrupted while the provider was asked", e);
            }
            pause(failure instanceof Refused refused && refused.retryAfter != null ? refused.retryAfter : pause);
            pause = pause.multipliedBy(2);
        }
    }

    private static void pause(Duration wanted) {
        try {
            Thread.sleep(Math.min(wanted.toMillis(), LONGEST_PAUSE.toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LedgerFailedException("interrupted while the provider was asked", e);
        }
    }

    @FunctionalInterface
    private interface Question<T> {
        T ask() throws IOException, InterruptedException;
    }

    private static final class Refused extends IOException {

        private static final long serialVersionUID = 1L;

        private final int status;

        private final @Nullable Duration retryAfter;

        private Refused(int status, @Nullable Duration retryAfter) {
            super("status " + status);
            this.status = status;
            this.retryAfter = retryAfter;
        }

        private boolean mayPass() {
            return status == 429 || status >= 500;
        }
    }
}

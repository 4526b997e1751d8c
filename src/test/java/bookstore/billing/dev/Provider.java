package bookstore.billing.dev;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The {@link PaymentProvider} as a process of its own: what it has charged outlives whatever happens to ours. */
public final class Provider implements Faults, AutoCloseable {

    private static final String LINE = "payment provider on ";

    private final Process process;
    private final String url;
    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper json = JsonMapper.builder().findAndAddModules().build();

    private Provider(Process process, String url) {
        this.process = process;
        this.url = url;
    }

    /** On a free port, unless the options of {@link PaymentProvider} say otherwise. */
    public static Provider start(String... options) {
        try {
            Path classes = Path.of(PaymentProvider.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            String java =
                    Path.of(System.getProperty("java.home"), "bin", "java").toString();
            List<String> command = new ArrayList<>(List.of(
                    java, "-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classes.toString()));
            command.addAll(List.of(PaymentProvider.class.getName(), "--exit-with-stdin", "--port", "0"));
            command.addAll(List.of(options));
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            AtEnd.run(process::destroyForcibly);
            String line = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8)).readLine();
            if (line == null || !line.startsWith(LINE)) {
                process.destroyForcibly();
                throw new IllegalStateException("the payment provider did not start, but said: " + line);
            }
            return new Provider(process, line.substring(LINE.length()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    public String url() {
        return url;
    }

    /** Good behaviour, an empty ledger, no keys, no requests; what still runs is cut off and never charged. */
    public void reset() {
        call("POST", "/control/reset");
    }

    /** Good behaviour from now on; what happened so far stays. */
    public void behave() {
        call("DELETE", "/control/rules");
    }

    @Override
    public void tell(String rule) {
        call("POST", "/control/rules?" + rule);
    }

    /** Lets the requests go on that {@link #hold()} keeps. */
    public void release() {
        call("POST", "/control/release");
    }

    public void forgetKeys() {
        call("DELETE", "/control/keys");
    }

    public void forgetKeys(UUID orderId) {
        call("DELETE", "/control/keys?orderId=" + orderId);
    }

    public void expireKeysAfter(Duration life) {
        call("POST", "/control/keys?life=" + life.toMillis());
    }

    /** Charges as our application would, with the order's key. @return the payment's id */
    public String charge(UUID orderId, String amount, String currency) {
        String answer = send(HttpRequest.newBuilder(URI.create(url + "/charges"))
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", orderId.toString())
                .POST(HttpRequest.BodyPublishers.ofString("{\"orderId\":\"" + orderId + "\",\"amount\":\"" + amount
                        + "\",\"currency\":\"" + currency + "\"}"))
                .build());
        try {
            return json.readTree(answer).get("paymentId").textValue();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void refund(UUID orderId) {
        call("POST", "/control/refunds?key=" + orderId);
    }

    /** Every charge, the declined ones too, oldest first. */
    public List<Charge> ledger() {
        return read("/control/ledger", new TypeReference<>() {});
    }

    /** The order's charges that took money, oldest first. */
    public List<Charge> charges(UUID orderId) {
        return ledger().stream()
                .filter(charge -> charge.orderId().equals(orderId.toString()))
                .filter(charge -> !charge.status().equals("Declined"))
                .toList();
    }

    /** Every request for charges, oldest first: those to charge (POST) and the look-ups (GET). */
    public List<Request> requests() {
        return seen().requests();
    }

    public List<Request> requests(UUID orderId) {
        return requests().stream()
                .filter(request -> request.orderId().equals(orderId.toString()))
                .toList();
    }

    /** How many requests for charges wait for their answer; a hung one does until {@link #reset()}. */
    public int inFlight() {
        return seen().inFlight();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }

    private Seen seen() {
        return read("/control/requests", new TypeReference<>() {});
    }

    private <T> T read(String path, TypeReference<T> type) {
        try {
            return json.readValue(call("GET", path), type);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String call(String method, String path) {
        return send(HttpRequest.newBuilder(URI.create(url + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build());
    }

    private String send(HttpRequest request) {
        try {
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() / 100 != 2) {
                throw new IllegalArgumentException(request + ": " + response.body());
            }
            return response.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public record Charge(
            String key, String orderId, String paymentId, String status, String amount, String currency, Instant at) {}

    /** The status is null while there is no answer, and for ever where the provider did not give one. */
    public record Request(
            String method, String key, String orderId, String body, @Nullable Integer status, Instant at) {}

    private record Seen(int inFlight, List<Request> requests) {}
}

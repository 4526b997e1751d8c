package bookstore.billing.bench;

import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.PaymentProvider;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The development provider as a process, with room for a run's charges and for the connections of all consumers. */
final class BenchProvider implements AutoCloseable {

    private static final Pattern STARTED = Pattern.compile("payment provider on (\\S+)");

    private final ChildProcess process;
    private final String url;

    private BenchProvider(ChildProcess process, String url) {
        this.process = process;
        this.url = url;
    }

    static BenchProvider start(Duration payment, Path log) throws IOException, InterruptedException {
        // the server closes connections beyond these, and a charge on its way over one of them would count as unknown
        var command = List.of(
                ChildProcess.JAVA,
                "-Xmx1g",
                "-XX:+UseSerialGC",
                "-Dsun.net.httpserver.maxIdleConnections=2000",
                "-cp",
                System.getProperty("java.class.path"),
                PaymentProvider.class.getName(),
                "--port",
                "0");
        ChildProcess process = ChildProcess.start(Map.of(), command, log);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> STARTED.matcher(process.said()).find());
        Matcher started = STARTED.matcher(process.said());
        started.find();
        var provider = new BenchProvider(process, started.group(1));
        provider.tell("delay=" + payment.toMillis());
        return provider;
    }

    private void tell(String rule) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(url + "/control/rules?" + rule))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        int status = HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
        if (status != 200) {
            throw new IllegalStateException("the provider does not understand " + rule);
        }
    }

    String url() {
        return url;
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.close();
    }
}

package bookstore.billing.dev;

import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** The jar that ships, as a process of its own, told of its servers by environment variables as in production. */
public final class AppProcess implements AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofSeconds(90);

    private final Process process;
    private final int managementPort;
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Thread reader;

    private AppProcess(Map<String, String> environment, List<String> arguments) {
        this.managementPort = freePort();
        // a process that is killed leaves the folders of its web server behind
        Path temporary = ServerFolder.temporary();
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + temporary,
                "-jar",
                jar().toString()));
        command.addAll(arguments);
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        // whatever the surrounding shell says of servers is none of this process's business
        builder.environment().keySet().removeIf(name -> name.startsWith("SPRING_") || name.startsWith("BILLING_"));
        builder.environment().putAll(environment);
        builder.environment().put("MANAGEMENT_SERVER_PORT", Integer.toString(managementPort));
        try {
            this.process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        this.reader = new Thread(this::read, "output of the application");
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts the jar and returns at once. */
    public static AppProcess launch(Map<String, String> environment, String... arguments) {
        return new AppProcess(environment, List.of(arguments));
    }

    /** Starts the jar on the stage's servers and returns when it consumes. */
    public static AppProcess start(Stage stage, String... arguments) {
        AppProcess app = launch(environment(stage), arguments);
        app.awaitStarted();
        return app;
    }

    /** The stage's servers by their environment names; a copy to change. */
    public static Map<String, String> environment(Stage stage) {
        var environment = new HashMap<String, String>();
        BillingApp.settings(stage.database(), stage.broker(), stage.provider().url())
                .forEach((name, value) ->
                        environment.put(name.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT), value));
        return environment;
    }

    public void awaitStarted() {
        await().atMost(START_LIMIT).until(() -> hasLine("Started BillingApplication") || !process.isAlive());
        if (!process.isAlive()) {
            throw new IllegalStateException("the application ended: " + String.join("\n", lines));
        }
    }

    /** Waits for the process to end by itself. */
    public int exitStatus() throws InterruptedException, TimeoutException {
        if (!process.waitFor(START_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new TimeoutException("still running: " + String.join("\n", lines));
        }
        reader.join(START_LIMIT.toMillis());
        return process.exitValue();
    }

    public boolean hasLine(String part) {
        return lines.stream().anyMatch(line -> line.contains(part));
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }

    /** The sum of a counter's values in a scrape, over all its tags that contain {@code tag}. */
    public long scraped(String counter, String tag) {
        return scrape().filter(line -> line.startsWith(counter + "{") && line.contains(tag))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private Stream<String> scrape() {
        var uri = URI.create("http://127.0.0.1:" + managementPort + "/actuator/prometheus");
        try {
            return HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                    .body()
                    .lines();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void read() {
        try (BufferedReader output = process.inputReader()) {
            output.lines().forEach(lines::add);
        } catch (IOException | UncheckedIOException e) {
            lines.add("(output ended: " + e.getMessage() + ")");
        }
    }

    private static Path jar() {
        String jar = System.getProperty("billing.jar");
        if (jar == null) {
            throw new IllegalStateException("the system property billing.jar names the jar; mvn verify sets it");
        }
        return Path.of(jar);
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** SIGTERM, as an orchestrator sends it; returns at once. */
    public void terminate() {
        // the process's own destroy() closes its output, and what it says of its stop would be lost
        process.toHandle().destroy();
    }

    /** SIGTERM, and the exit status that the process ends with. */
    public int stop() throws InterruptedException, TimeoutException {
        terminate();
        return exitStatus();
    }

    public boolean isRunning() {
        return process.isAlive();
    }

    /** SIGKILL, as a power cut would. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}

package bookstore.billing.dev;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The demo as {@code mvn spring-boot:test-run} starts it: a process of its own, with the tests' class path. */
final class DemoProcess implements AutoCloseable {

    private final Process process;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    DemoProcess() throws IOException {
        var builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        // a process that is killed leaves the folders of its web server behind
                        "-Djava.io.tmpdir=" + ServerFolder.temporary(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Demo.class.getName())
                .redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("SPRING_") || name.startsWith("BILLING_"));
        process = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        var reader = new Thread(this::read, "output of the demo");
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try (BufferedReader output = process.inputReader()) {
            output.lines().forEach(lines::add);
        } catch (IOException | UncheckedIOException e) {
            lines.add("(output ended: " + e.getMessage() + ")");
        }
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    /** What of its output fits the expression first. */
    String find(String expression) {
        return Pattern.compile(expression)
                .matcher(String.join("\n", lines))
                .results()
                .findFirst()
                .orElseThrow()
                .group();
    }

    JdbcTemplate database() {
        return new JdbcTemplate(
                new DriverManagerDataSource(find("jdbc:postgresql://[^ \\n]+"), "postgres", "postgres"));
    }

    /** PostgreSQL, which is no child of anybody, and the payment provider. */
    List<ProcessHandle> servers() throws IOException {
        String data = database().queryForObject("SHOW data_directory", String.class);
        long postgres = Long.parseLong(
                Files.readAllLines(Path.of(data, "postmaster.pid")).get(0));
        return List.of(
                ProcessHandle.of(postgres).orElseThrow(),
                process.descendants()
                        .filter(child -> child.info().arguments().stream()
                                .flatMap(Arrays::stream)
                                .anyMatch(PaymentProvider.class.getName()::equals))
                        .findFirst()
                        .orElseThrow());
    }

    void type(String word) throws IOException {
        process.outputWriter().write(word + System.lineSeparator());
        process.outputWriter().flush();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** SIGKILL. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}

package bookstore.billing.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A process that ends with this JVM at the latest; what it says goes to a file. */
final class ChildProcess implements AutoCloseable {

    static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private static final int SECONDS_TO_STOP = 60;

    private final Process process;
    private final Path log;

    private ChildProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    static ChildProcess start(Map<String, String> environment, List<String> command, Path log) {
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("SPRING_") || name.startsWith("BILLING_"));
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            return new ChildProcess(process, log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long pid() {
        return process.pid();
    }

    String said() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void requireRunning() {
        if (!process.isAlive()) {
            throw new IllegalStateException("ended with status " + process.exitValue() + ", see " + log);
        }
    }

    /** Gracefully, or else by force. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(SECONDS_TO_STOP, TimeUnit.SECONDS)) {
                process.destroyForcibly().onExit().join();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}

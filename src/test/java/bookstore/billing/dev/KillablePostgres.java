package bookstore.billing.dev;

import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.springframework.jdbc.core.JdbcTemplate;

/** A PostgreSQL server of a test's own, which can be killed as a power cut would, and started again on its data. */
public final class KillablePostgres implements AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private final Path data;
    private EmbeddedPostgres server;

    private KillablePostgres(Path data) {
        this.data = data;
        this.server = start(0);
    }

    /** @param directory an empty one, which the caller removes */
    public static KillablePostgres start(Path directory) {
        return new KillablePostgres(directory.resolve("data"));
    }

    public String url() {
        return server.getJdbcUrl("postgres", "postgres");
    }

    public long count(String sql) {
        Long count = new JdbcTemplate(server.getPostgresDatabase()).queryForObject(sql, Long.class);
        return count == null ? 0 : count;
    }

    /** SIGKILL for the server's first process; the others end by themselves when they miss it. */
    public void kill() {
        try {
            String pid = Files.readAllLines(data.resolve("postmaster.pid")).get(0);
            ProcessHandle postmaster =
                    ProcessHandle.of(Long.parseLong(pid.strip())).orElseThrow();
            postmaster.destroyForcibly();
            postmaster.onExit().join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As {@code pg_ctl stop -m immediate} does: no session ends in order, and the next start recovers from the log. */
    public void stopImmediately() throws IOException {
        String pid = Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip();
        new ProcessBuilder("kill", "-QUIT", pid).inheritIO().start().onExit().join();
        ProcessHandle.of(Long.parseLong(pid))
                .ifPresent(postmaster -> postmaster.onExit().join());
    }

    /** On the same port. The data is locked until the last of the killed server's processes has gone. */
    public void restart() throws IOException {
        int port = server.getPort();
        server.close();
        await().atMost(START_LIMIT).ignoreExceptions().until(() -> {
            server = start(port);
            return true;
        });
    }

    private EmbeddedPostgres start(int port) {
        try {
            return EmbeddedPostgres.builder()
                    .setDataDirectory(data)
                    .setCleanDataDirectory(false)
                    .setPort(port)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL did not start", e);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}

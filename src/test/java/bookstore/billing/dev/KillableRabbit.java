package bookstore.billing.dev;

import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** A RabbitMQ node of a test's own, from the system's package: it can be killed and started again on its data. */
public final class KillableRabbit implements AutoCloseable {

    /** Not the one under /usr/sbin, which refuses plain users; the facts on real servers. */
    private static final Path SERVER = Path.of("/usr/lib/rabbitmq/bin/rabbitmq-server");

    private static final Duration START_LIMIT = Duration.ofSeconds(120);

    private final Path directory;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final int port = freePort();
    private final Process names;
    private Process node;

    private KillableRabbit(Path directory, String configuration) throws IOException {
        this.directory = directory;
        int namesPort = freePort();
        environment.put("PATH", System.getenv("PATH"));
        environment.put("HOME", directory.toString());
        environment.put("ERL_EPMD_ADDRESS", "127.0.0.1");
        environment.put("ERL_EPMD_PORT", Integer.toString(namesPort));
        environment.put("RABBITMQ_NODENAME", "killable-" + port + "@localhost");
        environment.put("RABBITMQ_NODE_IP_ADDRESS", "127.0.0.1");
        environment.put("RABBITMQ_NODE_PORT", Integer.toString(port));
        environment.put("RABBITMQ_DIST_PORT", Integer.toString(freePort()));
        environment.put("RABBITMQ_CONF_ENV_FILE", path("no-such-file"));
        environment.put("RABBITMQ_CONFIG_FILE", path("rabbitmq.conf"));
        environment.put("RABBITMQ_ENABLED_PLUGINS_FILE", path("enabled_plugins"));
        environment.put("RABBITMQ_MNESIA_BASE", path("mnesia"));
        environment.put("RABBITMQ_LOG_BASE", path("log"));
        environment.put("RABBITMQ_PID_FILE", path("pid"));
        Files.writeString(directory.resolve("rabbitmq.conf"), configuration);
        Files.writeString(directory.resolve("enabled_plugins"), "[].");
        // a name server of its own: the one that Erlang starts by itself stays behind for ever
        this.names = launch("epmd");
        this.node = startNode();
    }

    public static boolean isInstalled() {
        return Files.isExecutable(SERVER);
    }

    /** @param directory an empty one, which the caller removes */
    public static KillableRabbit start(Path directory) throws IOException {
        return start(directory, "");
    }

    /** @param configuration lines of {@code rabbitmq.conf} */
    public static KillableRabbit start(Path directory, String configuration) throws IOException {
        return new KillableRabbit(directory, configuration);
    }

    public Broker broker() {
        return Broker.at("amqp://guest:guest@127.0.0.1:" + port + "/");
    }

    /** SIGKILL, as a power cut would. */
    public void kill() {
        node.descendants().forEach(ProcessHandle::destroyForcibly);
        node.destroyForcibly().onExit().join();
    }

    /** Returns when it takes connections. */
    public void restart() throws IOException {
        node = startNode();
    }

    private Process startNode() throws IOException {
        Process started = launch(SERVER.toString());
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
        await().atMost(START_LIMIT).until(() -> answers() || !started.isAlive());
        if (!started.isAlive()) {
            throw new IllegalStateException(
                    "RabbitMQ did not start: " + Files.readString(directory.resolve("console")));
        }
        return started;
    }

    private boolean answers() {
        var factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(port);
        try {
            factory.newConnection().close();
            return true;
        } catch (Exception e) {
            return false;
        }
    }

    private Process launch(String command) throws IOException {
        var builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("console").toFile()))
                .start();
    }

    private String path(String name) {
        return directory.resolve(name).toString();
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        kill();
        names.destroyForcibly().onExit().join();
    }
}

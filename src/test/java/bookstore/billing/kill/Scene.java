package bookstore.billing.kill;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.AppProcess;
import bookstore.billing.dev.Broker;
import bookstore.billing.dev.EventsQueue;
import bookstore.billing.dev.KillablePostgres;
import bookstore.billing.dev.KillableRabbit;
import bookstore.billing.dev.Provider;
import bookstore.billing.dev.Stage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.amqp.core.Message;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * RabbitMQ, PostgreSQL and the payment provider, each a process that can be killed, proxies in front of the first two, and
 * the jar that ships as the process behind them.
 */
final class Scene implements AutoCloseable {

    /** Generous: whether a start is slow is measured by the rounds. */
    private static final Duration START_LIMIT = Duration.ofMinutes(5);

    private static final Pattern EVENTS_ORDER = Pattern.compile("\"orderId\" : \"([^\"]*)\"");

    private static final String QUEUE = "billing-invoice";
    static final String DEAD_LETTERS = QUEUE + ".dlq";

    private final Map<String, String> settings = new HashMap<>();
    private final KillableRabbit rabbit;
    private final KillablePostgres postgres;
    private final Provider provider = Provider.start();
    private final Broker broker;
    private final JdbcTemplate jdbc;
    private final Proxy toBroker;
    private final Proxy toDatabase;
    private final List<Batch> batches = new ArrayList<>();
    /** The message ids under which each order's invoice was told. */
    private final Map<UUID, Set<String>> told = new HashMap<>();

    private AppProcess process;

    private Scene(Path directory, Mode mode) throws IOException {
        rabbit = KillableRabbit.start(Files.createDirectory(directory.resolve("rabbit")));
        postgres = KillablePostgres.start(Files.createDirectory(directory.resolve("postgres")));
        broker = rabbit.broker();
        EventsQueue.bind(broker);
        var dataSource = new PGSimpleDataSource();
        dataSource.setUrl(postgres.url());
        jdbc = new JdbcTemplate(dataSource);
        toBroker = new Proxy(broker.port(), AmqpWire::new);
        toDatabase = new Proxy(dataSource.getPortNumbers()[0], PostgresWire::new);
        settings.putAll(Map.of(
                "SPRING_DATASOURCE_URL",
                "jdbc:postgresql://127.0.0.1:" + toDatabase.port() + "/postgres",
                "SPRING_DATASOURCE_USERNAME",
                "postgres",
                "SPRING_DATASOURCE_PASSWORD",
                "postgres",
                "SPRING_RABBITMQ_HOST",
                "127.0.0.1",
                "SPRING_RABBITMQ_PORT",
                Integer.toString(toBroker.port()),
                "SPRING_RABBITMQ_USERNAME",
                broker.username(),
                "SPRING_RABBITMQ_PASSWORD",
                broker.password(),
                "BILLING_PAYMENT_URL",
                provider.url()));
        settings.putAll(mode.settings());
        settings.put("JAVA_TOOL_OPTIONS", System.getProperty("kill.java-options", ""));
        process = AppProcess.launch(settings);
    }

    /** @param directory an empty one, which the caller removes */
    static Scene start(Path directory, Mode mode) throws IOException {
        var scene = new Scene(directory, mode);
        try {
            await().atMost(START_LIMIT).until(() -> scene.process.hasLine("Started BillingApplication"));
            return scene;
        } catch (RuntimeException | Error e) {
            scene.close();
            throw e;
        }
    }

    /** The messages of one more round. */
    Batch batch(Batch.Kind kind) {
        Batch batch = Batch.of(kind, provider);
        batches.add(batch);
        return batch;
    }

    /**
     * Kills the process, so that whatever it has not acked is ready again, and looks at every round once more: what came late
     * came after its round was judged.
     */
    List<String> wrongInTheEnd() {
        killProcess();
        Evidence evidence = Evidence.gather(this);
        var wrong = new ArrayList<String>();
        batches.forEach(batch -> {
            wrong.addAll(batch.lost(evidence));
            wrong.addAll(batch.doubled(evidence));
        });
        long waiting = Stage.waiting(broker);
        if (waiting > 0) {
            wrong.add(waiting + " messages wait that were acked, as it seemed");
        }
        return wrong;
    }

    Broker broker() {
        return broker;
    }

    Provider provider() {
        return provider;
    }

    /** What has been told of invoices so far. */
    Map<UUID, Set<String>> told() {
        for (Message event : EventsQueue.take(broker)) {
            Matcher order = EVENTS_ORDER.matcher(new String(event.getBody(), UTF_8));
            if (order.find()) {
                told.computeIfAbsent(UUID.fromString(order.group(1)), any -> new HashSet<>())
                        .add(event.getMessageProperties().getMessageId());
            }
        }
        return Map.copyOf(told);
    }

    /** Past the proxy. */
    JdbcTemplate jdbc() {
        return jdbc;
    }

    Proxy toBroker() {
        return toBroker;
    }

    Proxy toDatabase() {
        return toDatabase;
    }

    AppProcess process() {
        return process;
    }

    /** SIGKILL; its connections end with it, as the system sees to. */
    void killProcess() {
        process.kill();
        toBroker.cut();
        toDatabase.cut();
    }

    void launchProcess() {
        process = AppProcess.launch(settings);
    }

    void restartBroker() {
        rabbit.kill();
        toBroker.letGo();
        unchecked(rabbit::restart);
    }

    void restartDatabase() {
        unchecked(postgres::stopImmediately);
        toDatabase.letGo();
        unchecked(postgres::restart);
    }

    /** Messages that wait, or that the process holds. */
    long unfinished() {
        return Stage.waiting(broker)
                + toBroker.wires()
                        .mapToLong(wire -> ((AmqpWire) wire).unacked())
                        .sum();
    }

    private static void unchecked(Action action) {
        try {
            action.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @FunctionalInterface
    private interface Action {
        void run() throws IOException;
    }

    @Override
    public void close() {
        process.kill();
        toBroker.close();
        toDatabase.close();
        provider.close();
        rabbit.close();
        unchecked(postgres::close);
    }
}

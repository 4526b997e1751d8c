package bookstore.billing.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who runs against whom. */
enum Contender {
    PGBENCH("a", "pgbench, the same statements: the limit"),
    BY_HAND("b", "written by hand"),
    TRANSACTED("c", "the transacted route"),
    CLAIM("d", "the claim route"),
    STOCK("e", "Camel's stock repository"),
    VARIANT("x", "the jar as --variant has it");

    /** The relay is measured for itself; others than the jar have none. */
    static final String RELAY_SETTING = "BILLING_OUTBOX_RELAY";

    private static final List<String> JVM = List.of("-Xmx512m");

    private final String letter;
    private final String words;

    Contender(String letter, String words) {
        this.letter = letter;
        this.words = words;
    }

    String letter() {
        return letter;
    }

    String words() {
        return words;
    }

    boolean readsQueue() {
        return this != PGBENCH;
    }

    /** Why there is nothing to measure under a load. */
    Optional<String> reasonNotToRun(Load load) {
        return this != CLAIM && this != VARIANT && load.consumers() > Load.CONNECTIONS
                ? Optional.of("each payment holds one of the " + Load.CONNECTIONS
                        + " connections, so more consumers than " + "these only wait")
                : Optional.empty();
    }

    ChildProcess start(Servers servers, String database, String provider, Load load, Variant variant, Path log) {
        Map<String, String> environment = servers.environment(database, provider, load);
        return switch (this) {
            case PGBENCH -> ChildProcess.start(Map.of(), PgbenchScript.command(servers, database, load, log), log);
            case BY_HAND -> java(environment, List.of(), ofClass(HandWritten.class), log);
            case STOCK -> java(environment, List.of(), ofClass(StockRepositoryRoute.class), log);
            case TRANSACTED -> java(environment, List.of(), List.of("-jar", Variant.JAR), log);
            case CLAIM -> {
                environment.put("BILLING_INVOICE_MODE", "claim");
                yield java(environment, List.of(), List.of("-jar", Variant.JAR), log);
            }
            case VARIANT -> {
                environment.putAll(variant.environment());
                yield java(environment, variant.jvm(), variant.program(), log);
            }
        };
    }

    private static ChildProcess java(
            Map<String, String> environment, List<String> jvm, List<String> program, Path log) {
        var command = new ArrayList<String>();
        command.add(ChildProcess.JAVA);
        command.addAll(JVM);
        command.addAll(jvm);
        command.addAll(program);
        return ChildProcess.start(environment, command, log);
    }

    private static List<String> ofClass(Class<?> main) {
        return List.of("-cp", System.getProperty("java.class.path"), main.getName());
    }
}

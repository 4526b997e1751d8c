package bookstore.billing.kill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is killed, and wherever: one invoice and one charge an order, and every message accounted for. */
@EnabledIf(
        value = "bookstore.billing.dev.KillableRabbit#isInstalled",
        disabledReason = "needs a real RabbitMQ that can be killed: Debian's package rabbitmq-server")
class KillMatrixIT {

    private static final long SEED = Long.getLong("seed", System.nanoTime());
    private static final Random RANDOM = new Random(SEED);
    private static final Pattern POINTS = Pattern.compile(System.getProperty("kill.point", ""));

    /** Of the points of each build, which other builds choose otherwise; who names points plays them all. */
    private static final double SHARE =
            Double.parseDouble(System.getProperty("kill.share", POINTS.pattern().isEmpty() ? "0.5" : "1"));

    @TempDir
    static Path directory;

    /** One at a time: the first one of a mode ends that of the mode before. */
    private static final Map<Mode, Scene> SCENE = new EnumMap<>(Mode.class);

    @BeforeAll
    static void tellSeed() {
        System.out.println("kill matrix: seed " + SEED + ", share of the points " + SHARE);
    }

    @AfterAll
    static void nothingHasComeLate() {
        for (Scene ended : SCENE.values()) {
            try (ended) {
                assertThat(ended.wrongInTheEnd()).isEmpty();
            }
        }
        SCENE.clear();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("points")
    void everyOrderHasOneInvoiceAndOneChargeAndNoMessageIsLost(Mode mode, Point point) throws IOException {
        Outcome outcome = new Round(scene(mode), point).play(RANDOM);

        System.out.println(outcome);
        assertThat(outcome.lost()).isEmpty();
        assertThat(outcome.doubled()).isEmpty();
        assertThat(outcome.recovery()).isLessThanOrEqualTo(Outcome.RECOVERY_LIMIT);
    }

    private static Scene scene(Mode mode) throws IOException {
        if (!SCENE.containsKey(mode)) {
            nothingHasComeLate();
            SCENE.put(mode, Scene.start(Files.createDirectory(directory.resolve(mode.name())), mode));
        }
        return SCENE.get(mode);
    }

    static Stream<Arguments> points() {
        return Stream.of(Mode.values()).flatMap(mode -> Stream.concat(mode.own().stream(), Stream.of(Points.CHANCE))
                .filter(point -> POINTS.matcher(point.name()).find())
                .filter(point -> RANDOM.nextDouble() < SHARE)
                .map(point -> arguments(mode, point)));
    }
}

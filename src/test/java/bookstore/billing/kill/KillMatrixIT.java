package bookstore.billing.kill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is killed, and wherever: one invoice and one charge an order, and every message accounted for. */
@EnabledIf(
        value = "bookstore.billing.dev.KillableRabbit#isInstalled",
        disabledReason = "needs a real RabbitMQ that can be killed: Debian's package rabbitmq-server")
class KillMatrixIT {

    private static final long SEED = Long.getLong("seed", System.nanoTime());
    private static final Random RANDOM = new Random(SEED);
    private static final Pattern POINTS = Pattern.compile(System.getProperty("kill.point", ""));
    private static Scene scene;

    @BeforeAll
    static void start(@TempDir Path directory) throws IOException {
        System.out.println("kill matrix: seed " + SEED);
        scene = Scene.start(directory, Mode.TRANSACTION);
    }

    @AfterAll
    static void nothingHasComeLate() {
        try (Scene ended = scene) {
            assertThat(ended.wrongInTheEnd()).isEmpty();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("points")
    void everyOrderHasOneInvoiceAndOneChargeAndNoMessageIsLost(Point point) {
        Outcome outcome = new Round(scene, point).play(RANDOM);

        System.out.println(outcome);
        assertThat(outcome.lost()).isEmpty();
        assertThat(outcome.doubled()).isEmpty();
        assertThat(outcome.recovery()).isLessThanOrEqualTo(Outcome.RECOVERY_LIMIT);
    }

    static Stream<Point> points() {
        return Stream.concat(Mode.TRANSACTION.points().stream(), Stream.of(Points.CHANCE))
                .filter(point -> POINTS.matcher(point.name()).find());
    }
}

package bookstore.billing.kill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Round after round, over all points and random moments; the page {@code src/docs/kill-matrix.md} has the command. */
class LongKillMatrix {

    private static final Mode MODE =
            Mode.valueOf(System.getProperty("kill.mode", "transaction").toUpperCase(Locale.ROOT));
    private static final int KILLS = Integer.getInteger("kills", 200);
    private static final long SEED = Long.getLong("seed", System.nanoTime());

    /** Servers take longer to come back, and are killed in one turn of three. */
    private static final int TURNS = 3;

    private static final int CHANCES_A_TURN = 3;

    private final Results results =
            Results.of(Path.of(System.getProperty("kill.results", "target/kill-matrix")), MODE, Product.version());

    @Test
    void everyOrderHasOneInvoiceAndOneChargeAndNoMessageIsLost(@TempDir Path directory) throws IOException {
        System.out.printf("seed %d, results in %s, %d so far%n", SEED, results, results.size());
        List<String> late = new ArrayList<>();
        try (Scene scene = Scene.start(directory, MODE)) {
            List<Point> points = points();
            for (int i = 0; i < KILLS; i++) {
                int number = results.size();
                Outcome outcome = new Round(scene, points.get(number % points.size())).play(new Random(SEED + number));
                results.add(outcome, SEED + number);
                System.out.println(number + 1 + " " + outcome);
                if (!outcome.isRecoveredInTime()) {
                    late.add(outcome.toString());
                }
            }
            assertThat(scene.wrongInTheEnd()).isEmpty();
        } finally {
            System.out.println(results.table());
        }
        assertThat(results.lost()).as("lost, by " + results).isZero();
        assertThat(results.doubled()).as("doubled, by " + results).isZero();
        assertThat(late).as("consuming again within " + Outcome.RECOVERY_LIMIT).isEmpty();
    }

    private static List<Point> points() {
        var all = new ArrayList<Point>();
        for (int turn = 0; turn < TURNS; turn++) {
            MODE.points().stream().filter(point -> !point.blow().isServers()).forEach(all::add);
            all.addAll(Collections.nCopies(CHANCES_A_TURN, Points.CHANCE));
            if (turn == 0) {
                MODE.points().stream().filter(point -> point.blow().isServers()).forEach(all::add);
            }
        }
        return all;
    }
}

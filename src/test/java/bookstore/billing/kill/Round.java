package bookstore.billing.kill;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.awaitility.core.ConditionTimeoutException;

/** One blow: orders are published, the moment comes, the blow falls, everything ends, and what is left is judged. */
final class Round {

    /** More than is right, to tell late from never. */
    private static final Duration PATIENCE = Outcome.RECOVERY_LIMIT.multipliedBy(3);

    private static final Duration END_LIMIT = Duration.ofSeconds(120);
    private static final Duration POLL = Duration.ofMillis(100);

    private final Scene scene;
    private final Point point;

    Round(Scene scene, Point point) {
        this.scene = scene;
        this.point = point;
    }

    Outcome play(RandomGenerator random) {
        Batch batch = scene.batch(point.batch());
        Moment moment = point.moment().next(random);
        Duration recovery;
        try {
            moment.prepare(scene, batch);
            batch.publish(scene);
            awaitMoment(moment, batch);
            recovery = strike(moment, batch);
        } finally {
            scene.toBroker().letGo();
            scene.toDatabase().letGo();
            scene.provider().release();
        }
        awaitEnd(batch);
        Evidence evidence = Evidence.gather(scene);
        return new Outcome(point.name(), batch.lost(evidence), batch.doubled(evidence), recovery);
    }

    private void awaitMoment(Moment moment, Batch batch) {
        try {
            moment.reach(scene, batch);
        } catch (ConditionTimeoutException e) {
            throw new IllegalStateException(
                    "\"" + point + "\" was not reached: " + moment + "\n"
                            + String.join("\n", scene.process().lines()),
                    e);
        }
    }

    private Duration strike(Moment moment, Batch batch) {
        Instant start = point.blow().fall(scene, moment);
        scene.provider().release();
        UUID probe = batch.publishProbe(scene);
        try {
            await().atMost(PATIENCE).pollInterval(POLL).until(() -> Evidence.invoices(scene, probe) == 1);
        } catch (ConditionTimeoutException e) {
            throw new IllegalStateException(
                    "\"" + point + "\": not consuming again\n"
                            + String.join("\n", scene.process().lines()),
                    e);
        }
        return Duration.between(start, Instant.now());
    }

    /** Where it never ends, the judgement says what is missing. */
    private void awaitEnd(Batch batch) {
        try {
            await().atMost(END_LIMIT)
                    .pollInterval(POLL)
                    .during(Duration.ofMillis(500))
                    .until(() -> {
                        batch.takeDeadLetters(scene);
                        return scene.unfinished() == 0
                                && batch.lost(Evidence.gather(scene)).isEmpty();
                    });
        } catch (ConditionTimeoutException e) {
            // judged by what there is
        }
    }
}

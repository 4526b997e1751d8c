package bookstore.billing;

import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.AppProcess;
import bookstore.billing.dev.Stage;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The jar that ships cleans, and is killed while it does. */
class KilledCleanerIT {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int EXPIRED = 5_000;

    @Test
    void anotherInstanceCleansWithinItsPeriodWhenTheOneThatCleansIsKilled() {
        try (Stage stage = Stage.with(0);
                AppProcess holder = AppProcess.start(
                        stage,
                        "--billing.inbox.cleanup.period=200ms",
                        "--billing.inbox.cleanup.batch=1",
                        // so long that nobody comes between two batches by chance
                        "--billing.inbox.cleanup.pause=1s")) {
            stage.database()
                    .update(
                            "INSERT INTO processed_message (message_id, consumer, processed_at)"
                                    + " SELECT 'old-' || i, 'billing.invoice', now() - interval '721 hours'"
                                    + " FROM generate_series(1, ?) AS i",
                            EXPIRED);
            await().atMost(SOON).until(() -> stage.inboxRows() < EXPIRED);
            stage.start(null, "billing.inbox.cleanup.period=500ms");
            // several periods, in which it finds the other one at work
            await().during(Duration.ofSeconds(3)).atMost(SOON).until(() -> stage.inboxRows() > EXPIRED - 100);

            holder.kill();

            await().atMost(Duration.ofSeconds(30)).until(() -> stage.inboxRows() == 0);
        }
    }
}

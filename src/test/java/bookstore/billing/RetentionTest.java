package bookstore.billing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.BillingApp;
import bookstore.billing.dev.Stage;
import bookstore.billing.operate.StartFailure;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long the inbox remembers is a decision that cannot be made by accident. */
class RetentionTest {

    private static Stage stage;

    @BeforeAll
    static void start() {
        stage = Stage.with(0);
    }

    @AfterAll
    static void stop() {
        stage.close();
    }

    @ParameterizedTest
    @CsvSource({
        "0, whole number above 0 with its unit",
        "-1, whole number above 0 with its unit",
        "'', whole number above 0 with its unit",
        "14, whole number above 0 with its unit",
        "0d, whole number above 0 with its unit",
        // 3 tries x 4 messages x 45 s and 1 s + 2 s of delays, twice, and the 14 days of a dead letter
        "14d, '= 14d18m6s, longer than the 14d'",
    })
    void retentionThatIsNoneOrTooShortIsRefusedInOneLineWithItsName(String value, String part) {
        assertThatThrownBy(() -> stage.start(null, "billing.inbox.retention=" + value))
                .satisfies(failure -> assertThat(StartFailure.line(failure))
                        .contains("billing.inbox.retention", part)
                        .doesNotContain("\n"));
    }

    /** The article's example: three rows of ten days, two of one day, seven days of memory. */
    @Test
    void sevenDaysAreSevenDaysWhereTheyAreAllowed() {
        BillingApp app = stage.start(
                null,
                "billing.inbox.retention=7d",
                "billing.inbox.allow-early-forgetting=true",
                "billing.inbox.cleanup.period=1s");
        stage.database()
                .update(
                        """
                        INSERT INTO processed_message (message_id, consumer, processed_at)
                        SELECT 'm-' || days || '-' || i, 'billing.invoice', now() - days * interval '24 hours'
                        FROM (VALUES (10, 3), (1, 2)) AS example (days, rows), generate_series(1, rows) AS i
                        """);

        await().atMost(Duration.ofSeconds(20)).until(() -> app.counted("inbox.cleaned") == 3);

        assertThat(stage.database().count("SELECT count(*) FROM processed_message WHERE message_id LIKE 'm-1-%'"))
                .isEqualTo(2);
        assertThat(stage.inboxRows()).isEqualTo(2);
    }
}

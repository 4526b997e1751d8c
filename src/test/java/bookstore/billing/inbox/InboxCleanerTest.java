package bookstore.billing.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.Database;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.TimeZone;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is forgotten, when, and by whom, on a real PostgreSQL. */
class InboxCleanerTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofMillis(1);

    private static Database database;
    private static CamelContext camel;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @BeforeAll
    static void migrate() {
        database = Database.create();
        Flyway.configure()
                .dataSource(database.url(), database.username(), database.password())
                .load()
                .migrate();
        camel = new DefaultCamelContext();
    }

    @AfterAll
    static void drop() throws Exception {
        camel.close();
        database.close();
    }

    @BeforeEach
    void empty() {
        database.update("DELETE FROM processed_message");
    }

    /** The article's example. */
    @Test
    void ofThreeRowsOfTenDaysAndTwoOfOneDayThreeAreForgottenAfterSeven() {
        rows(3, "ten", "now() - interval '240 hours'");
        rows(2, "one", "now() - interval '24 hours'");

        cleaner(Duration.ofDays(7), 1_000, SHORT).clean(turn());

        assertThat(ids()).containsExactly("one-1", "one-2");
        assertThat(cleaned()).isEqualTo(3);
        assertThat(oldestAge()).isBetween(86_400.0, 86_460.0);
        assertThat(meters.get("inbox.cleanup.behind").timeGauge().value(TimeUnit.SECONDS))
                .isZero();
    }

    /**
     * The moments are an hour that is left out and one that comes twice, in each of the zones that have them; the database
     * believes that it is then.
     */
    @ParameterizedTest
    @CsvSource({
        // Los Angeles
        "2026-03-08 10:30:00+00, America/Los_Angeles",
        "2026-11-01 09:30:00+00, America/Los_Angeles",
        "2026-03-08 10:30:00+00, Asia/Tokyo",
        "2026-11-01 09:30:00+00, Asia/Tokyo",
        // Istanbul, whose last change was in 2016
        "2016-03-27 01:30:00+00, America/Los_Angeles",
        "2015-11-08 01:30:00+00, America/Los_Angeles",
        "2016-03-27 01:30:00+00, Asia/Tokyo",
        "2015-11-08 01:30:00+00, Asia/Tokyo",
    })
    void hourIsAnHourInEveryZoneAndAtEveryChangeOfTheClocks(String now, String instance) {
        TimeZone before = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone(instance));
        try (var clock = new DatabaseClock(database, now, "Europe/Istanbul")) {
            rows(1, "younger", clock.now() + " - interval '59 minutes'");
            rows(1, "older", clock.now() + " - interval '61 minutes'");

            cleaner(HOUR, 1_000, SHORT).clean(turn());

            assertThat(ids()).containsExactly("younger-1");
            assertThat(oldestAge()).isBetween(59 * 60.0, 59 * 60.0 + 10);
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void batchTakesTheOldestRowsAndIsCommittedBeforeTheNext() throws Exception {
        rows(5, "m", "now() - interval '3 hours' + i * interval '1 minute'");

        try (var rows = new ExpiredRows(database.dataSource(), HOUR, 2, SHORT)) {
            assertThat(rows.deleteOldest(() -> true)).hasValue(2);
            assertThat(ids()).containsExactly("m-3", "m-4", "m-5");
            assertThat(rows.deleteOldest(() -> true)).hasValue(2);
            assertThat(rows.deleteOldest(() -> true)).hasValue(1);
            assertThat(rows.deleteOldest(() -> true)).hasValue(0);
        }
    }

    @Test
    void rowsOfOneMomentAreForgottenBatchByBatch() {
        rows(25, "m", "timestamptz '2020-01-01 00:00:00+00'");

        cleaner(HOUR, 10, SHORT).clean(turn());

        assertThat(cleaned()).isEqualTo(25);
        assertThat(ids()).isEmpty();
    }

    /** The longest retention that the setting takes. */
    @Test
    void retentionBeyondTheCalendarForgetsNothing() {
        rows(1, "m", "timestamptz '2020-01-01 00:00:00+00'");

        cleaner(Duration.ofDays(999_999_999), 10, SHORT).clean(turn());

        assertThat(ids()).containsExactly("m-1");
        assertThat(meters.get("inbox.cleanup.duration").timer().count()).isEqualTo(1);
    }

    @Test
    void rowThatSomebodyHasLockedIsPassedOverAndForgottenLater() throws Exception {
        rows(3, "m", "now() - interval '2 hours'");
        try (Connection other = database.dataSource().getConnection()) {
            other.setAutoCommit(false);
            other.createStatement()
                    .executeQuery("SELECT FROM processed_message WHERE message_id = 'm-2' FOR NO KEY UPDATE");

            CompletableFuture.runAsync(() -> cleaner(HOUR, 2, SHORT).clean(turn()))
                    .get(5, TimeUnit.SECONDS);

            assertThat(ids()).containsExactly("m-2");
            other.rollback();
        }
        cleaner(HOUR, 2, SHORT).clean(turn());
        assertThat(ids()).isEmpty();
    }

    /** A message whose transaction is open has a row that nobody sees, however long it takes. */
    @Test
    void messageInWorkIsNotForgotten() throws Exception {
        try (Connection consumer = database.dataSource().getConnection()) {
            consumer.setAutoCommit(false);
            consumer.createStatement()
                    .execute("INSERT INTO processed_message (message_id, consumer, processed_at)"
                            + " VALUES ('in work', 'billing.invoice', now() - interval '2 hours')");

            CompletableFuture.runAsync(() -> cleaner(HOUR, 2, SHORT).clean(turn()))
                    .get(5, TimeUnit.SECONDS);
            consumer.commit();
        }
        assertThat(ids()).containsExactly("in work");
    }

    @Test
    void oneCleansAtATimeAndTheNextWhenThatOneIsKilled() throws Exception {
        rows(1_000, "m", "now() - interval '2 hours'");
        // so long that nobody comes between two batches by chance
        InboxCleaner slow = cleaner(HOUR, 1, Duration.ofMillis(500));
        var other = new SimpleMeterRegistry();
        var next = new InboxCleaner(database.dataSource(), HOUR, 100, SHORT, other);
        CompletableFuture<Void> holder = CompletableFuture.runAsync(() -> slow.clean(turn()));
        await().atMost(Duration.ofSeconds(10)).until(() -> cleaned() > 1);

        next.clean(turn());
        assertThat(other.get("inbox.cleaned").counter().count()).isZero();
        assertThat(holder).isNotDone();

        assertThat(
                        database.count(
                                """
                        SELECT count(pg_terminate_backend(pid)) FROM pg_locks
                        WHERE locktype = 'advisory' AND granted
                          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                        """))
                .isEqualTo(1);
        // its turn has ended with its connection, in one line and not in an exception
        holder.get(10, TimeUnit.SECONDS);
        next.clean(turn());

        assertThat(ids()).isEmpty();
        assertThat(cleaned() + other.get("inbox.cleaned").counter().count()).isEqualTo(1_000);
    }

    @Test
    void databaseThatIsAwayIsNoException() {
        try (Database none = Database.create()) {
            assertThatCode(() -> new InboxCleaner(none.dataSource(), HOUR, 10, SHORT, meters).clean(turn()))
                    .doesNotThrowAnyException();
        }
    }

    private InboxCleaner cleaner(Duration retention, int batch, Duration pause) {
        return new InboxCleaner(database.dataSource(), retention, batch, pause, meters);
    }

    private static DefaultExchange turn() {
        return new DefaultExchange(camel);
    }

    private static void rows(int count, String name, String processedAt) {
        database.update(
                "INSERT INTO processed_message (message_id, consumer, processed_at) SELECT ? || '-' || i,"
                        + " 'billing.invoice', " + processedAt + " FROM generate_series(1, ?) AS i",
                name,
                count);
    }

    private static List<String> ids() {
        return database.rows("SELECT message_id FROM processed_message ORDER BY message_id").stream()
                .map(row -> (String) row.get("message_id"))
                .toList();
    }

    private double cleaned() {
        return meters.get("inbox.cleaned").counter().count();
    }

    private double oldestAge() {
        return meters.get("inbox.oldest.age").timeGauge().value(TimeUnit.SECONDS);
    }
}

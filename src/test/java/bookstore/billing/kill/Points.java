package bookstore.billing.kill;

import static bookstore.billing.kill.Batch.Kind.DEAD_LETTER;
import static bookstore.billing.kill.Batch.Kind.GOOD;
import static bookstore.billing.kill.Batch.Kind.MIXED;
import static bookstore.billing.kill.Batch.Kind.REFUSED_ONCE;
import static bookstore.billing.kill.Batch.Kind.RETRIED;
import static bookstore.billing.kill.Moment.Server.BROKER;
import static bookstore.billing.kill.Moment.Server.DATABASE;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Where the process is killed, in the order of a message's way, and what happens to its servers and connections. */
final class Points {

    static final Point CHANCE =
            kill("random moment", MIXED, random -> new Moment.Chance(Duration.ofMillis(random.nextLong(1_500))));

    private static final String RETRY = "to billing-invoice\\.retry\\.";
    private static final String DEAD = "to billing-invoice\\.dlq";

    /** A relay that looks for events commits as well. */
    private static final String COMMIT = "COMMIT behind INSERT INTO outbox_message";

    private Points() {}

    static List<Point> ofTransaction() {
        return Stream.of(
                        Stream.of(
                                kill("received", GOOD, any -> DATABASE.before("^INSERT INTO processed_message")),
                                kill("inbox row written", GOOD, any -> DATABASE.done("INSERT INTO processed_message")),
                                kill("order locked", GOOD, any -> DATABASE.done("SELECT pg_advisory_xact_lock"))),
                        payment(),
                        Stream.of(
                                kill("invoice written", GOOD, any -> DATABASE.done("INSERT INTO invoice")),
                                kill("COMMIT sent, answer not read", GOOD, any -> DATABASE.done(COMMIT)),
                                kill("before the ack", GOOD, any -> BROKER.before("^ack"))),
                        Stream.of(kill("failed try rolled back", RETRIED, any -> DATABASE.done("ROLLBACK"))),
                        publishes(),
                        outbox(),
                        Stream.of(kill(
                                "failed try cleans up after its copy's commit",
                                REFUSED_ONCE,
                                any -> new Moment.LateCleanUp())),
                        servers())
                .flatMap(points -> points)
                .toList();
    }

    /** Those of its two transactions; what the servers do is the same for both modes. */
    static List<Point> ofClaim() {
        return Stream.of(
                        Stream.of(
                                kill("received", GOOD, any -> DATABASE.before("^INSERT INTO inbox_claim")),
                                kill("claim written", GOOD, any -> DATABASE.done("INSERT INTO inbox_claim"))),
                        payment(),
                        Stream.of(
                                kill("invoice written", GOOD, any -> DATABASE.done("INSERT INTO invoice")),
                                kill("finish's COMMIT sent, answer not read", GOOD, any -> DATABASE.done(COMMIT))),
                        ofClaimAlone().stream(),
                        publishes())
                .flatMap(points -> points)
                .toList();
    }

    /** What only a claim can leave behind. */
    static List<Point> ofClaimAlone() {
        return List.of(
                kill("claimed", GOOD, any -> DATABASE.before("^SELECT \\(SELECT amount")),
                kill("charged, not finished", GOOD, any -> DATABASE.before("^WITH done AS")),
                kill("finished, not acked", GOOD, any -> BROKER.before("^ack")),
                kill("lease over while its owner runs", GOOD, any -> new Moment.LeaseOver()),
                kill(
                        "failed try's claim not released",
                        RETRIED,
                        any -> DATABASE.before("^DELETE FROM inbox_claim WHERE message_id")));
    }

    /** What no way of handling a message can do without. */
    private static Stream<Point> payment() {
        return Stream.of(
                kill("charge sent", GOOD, any -> new Moment.ChargeSent()),
                kill("charged, answer not read", GOOD, any -> new Moment.ChargeMade()),
                kill("answer read", GOOD, any -> DATABASE.before("^INSERT INTO payment .*'Captured'")));
    }

    private static Stream<Point> publishes() {
        return Stream.of(
                kill("publish of a retry, broker has it not", RETRIED, any -> BROKER.before("^publish " + RETRY)),
                kill(
                        "publish of a retry, confirm not read",
                        RETRIED,
                        any -> BROKER.before("^confirm of billing-invoice\\.retry")),
                kill(
                        "publish of a dead letter, broker has it not",
                        DEAD_LETTER,
                        any -> BROKER.before("^publish " + DEAD)),
                kill(
                        "publish of a dead letter, confirm not read",
                        DEAD_LETTER,
                        any -> BROKER.before("^confirm of billing-invoice\\.dlq")));
    }

    private static Stream<Point> outbox() {
        return Stream.of(
                kill("event published, confirm not read", GOOD, any -> BROKER.before("^confirm of invoice-created")),
                kill("event confirmed, not marked", GOOD, any -> DATABASE.before("^UPDATE outbox_message")));
    }

    private static Stream<Point> servers() {
        return Stream.of(
                new Point("broker killed, charge sent", GOOD, any -> new Moment.ChargeSent(), Blow.KILL_BROKER),
                new Point(
                        "PostgreSQL stopped (-m immediate), invoice written",
                        GOOD,
                        any -> DATABASE.done("INSERT INTO invoice"),
                        Blow.STOP_DATABASE),
                new Point(
                        "database connection cut before COMMIT", GOOD, any -> DATABASE.before("^" + COMMIT), Blow.CUT),
                new Point("database connection cut after COMMIT", GOOD, any -> DATABASE.done(COMMIT), Blow.CUT),
                new Point("broker connection cut before the ack", GOOD, any -> BROKER.before("^ack"), Blow.CUT),
                new Point("broker connection cut after the ack", GOOD, any -> BROKER.after("^ack"), Blow.CUT),
                new Point(
                        "database connections silent",
                        GOOD,
                        any -> DATABASE.done("INSERT INTO invoice"),
                        Blow.SILENCE_DATABASE),
                new Point("broker connections silent", GOOD, any -> BROKER.before("^ack"), Blow.SILENCE_BROKER));
    }

    static Point kill(String name, Batch.Kind batch, Point.When moment) {
        return new Point(name, batch, moment, Blow.KILL);
    }
}

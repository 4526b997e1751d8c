package bookstore.billing;

import static bookstore.billing.dev.Events.captured;
import static bookstore.billing.dev.Orders.body;
import static bookstore.billing.dev.Orders.message;
import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.delivery.RetrySchedule;
import bookstore.billing.delivery.Topology;
import bookstore.billing.dev.NeedsRealRabbit;
import bookstore.billing.dev.Orders;
import bookstore.billing.dev.Stage;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageProperties;

/** Dead letters that are sent again are invoiced once or skipped, and none is lost on the way. */
@NeedsRealRabbit
class ReplayTest {

    private static final Duration LONG = Duration.ofMinutes(5);
    private static final String QUEUE = "billing-invoice";
    private static final String DLQ = QUEUE + ".dlq";

    private static Stage stage;

    private final UUID order = UUID.randomUUID();

    @BeforeAll
    static void start() {
        stage = Stage.with(1);
    }

    @AfterAll
    static void stop() {
        stage.close();
    }

    @BeforeEach
    void clear() {
        stage.clear();
    }

    /** 1,000 letters: 400 invoiced already, 300 fixable, 200 poison, 100 exact copies. */
    @Test
    void thousandDeadLettersReplayedTwiceUnderLiveTrafficGiveExactlyTheMissingInvoices() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        List<Message> invoiced = orders("done-", 400);
        List<Message> fixable = orders("fixable-", 300);
        List<Message> poison = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            poison.add(message("poison-" + i, "{\"orderId\": \"" + UUID.randomUUID() + "\", \"no\": " + i + "}"));
        }
        stage.publish(invoiced.toArray(Message[]::new));
        await().atMost(LONG).until(() -> stage.invoices() == 400);
        List<Message> letters = new ArrayList<>(invoiced);
        letters.addAll(fixable);
        letters.addAll(poison);
        letters.addAll(fixable.subList(0, 100));
        Collections.shuffle(letters, new Random(seed));
        letters.forEach(letter -> stage.broker().publish("", DLQ, letter(letter, Duration.ofHours(1))));
        long skippedBefore = stage.counted("inbox.duplicates", "replayed", "true");

        var live = new LiveTraffic();
        CommandRun plan = CommandRun.of(stage, "dead-letters", "plan", "--queue", QUEUE, "--json");
        CommandRun first = replay("--rate", "200", "--json");
        await().atMost(LONG)
                .until(() -> stage.deadLettersWaiting() == 200
                        && fixedInvoices() == 700
                        && stage.counted("inbox.duplicates", "replayed", "true") - skippedBefore == 500);
        CommandRun second = replay("--rate", "200", "--json");
        await().atMost(LONG).until(() -> stage.deadLettersWaiting() == 200);
        long sentLive = live.end();
        await().atMost(LONG).until(() -> stage.invoices() == 700 + sentLive && stage.waiting() == 0);

        assertThat(first.err()).isEmpty();
        assertThat(first.status()).isZero();
        assertThat(numbers(plan.json())).isEqualTo(Map.of("invoice", 300, "skip-message-id", 500, "comes-back", 200));
        assertThat(first.json().get(0).get("sent").asInt()).isEqualTo(1_000);
        assertThat(second.json().get(0).get("sent").asInt()).isEqualTo(200);
        assertThat(sentLive).isPositive();
        assertThat(stage.counted("inbox.duplicates", "replayed", "true") - skippedBefore)
                .isEqualTo(500);
        assertThat(stage.provider().ledger()).hasSize((int) (700 + sentLive));
        fixable.forEach(message -> assertThat(stage.charges(orderOf(message))).isEqualTo(1));
        List<Message> back = stage.takeDeadLetters();
        assertThat(back).hasSize(200);
        Map<String, byte[]> bodies = poison.stream()
                .collect(Collectors.toMap(m -> m.getMessageProperties().getMessageId(), Message::getBody));
        assertThat(back).allSatisfy(letter -> {
            MessageProperties properties = letter.getMessageProperties();
            assertThat(letter.getBody()).isEqualTo(bodies.get(properties.getMessageId()));
            assertThat(properties.getHeaders()).containsEntry("x-replays", 2).containsEntry("tenant", "istanbul");
        });
        assertThat(back.stream()
                        .map(m -> m.getMessageProperties().getMessageId())
                        .distinct())
                .hasSize(200);
    }

    @Test
    void copyIsTheMessageAsItCameWithItsFirstFailureAndItsReplaysCounted() {
        stage.stopConsuming();
        try {
            Message sent = Orders.with(
                    placed("m", order, "10", "TRY"),
                    Map.of(
                            "tenant", "istanbul",
                            "x-reason", "attempts-exhausted",
                            "x-error", "it failed",
                            "x-attempts", 5,
                            "x-replays", 3,
                            "x-first-failed-at", "2099-01-01T00:00:00Z",
                            "x-failed-at", Instant.now().minusSeconds(60).toString()));
            sent.getMessageProperties().setCorrelationId("c-1");
            Message silent = placed("silent", UUID.randomUUID(), "10", "TRY");
            Message kept = letter(placed("kept", UUID.randomUUID(), "10", "TRY"), Duration.ofDays(3));
            for (Message letter : List.of(sent, silent, kept)) {
                stage.broker().publish("", DLQ, letter);
            }

            assertThat(replay().status()).isZero();

            List<Message> copies = stage.broker().drain(QUEUE);
            assertThat(copies).hasSize(3);
            MessageProperties copy = copies.get(0).getMessageProperties();
            assertThat(copies.get(0).getBody()).isEqualTo(sent.getBody());
            assertThat(copy.getMessageId()).isEqualTo("m");
            assertThat(copy.getCorrelationId()).isEqualTo("c-1");
            assertThat(copy.getContentType()).isEqualTo("application/json");
            assertThat(copy.getHeaders())
                    .containsEntry("tenant", "istanbul")
                    .containsEntry("x-replays", 4)
                    // a time to come is nobody's; its last failure is the oldest that is known
                    .containsEntry(
                            "x-first-failed-at", sent.getMessageProperties().<String>getHeader("x-failed-at"))
                    .doesNotContainKeys("x-reason", "x-error", "x-attempts", "x-failed-at");
            // nothing tells when: as early as 14 days allow
            assertThat(Instant.parse(copies.get(1).getMessageProperties().getHeader("x-first-failed-at")))
                    .isBetween(
                            Instant.now().minus(Duration.ofDays(14)).minusSeconds(120),
                            Instant.now().minus(Duration.ofDays(14)));
            assertThat(copies.get(2).getMessageProperties().<String>getHeader("x-first-failed-at"))
                    .isEqualTo(kept.getMessageProperties().getHeader("x-first-failed-at"));
        } finally {
            stage.startConsuming();
        }
    }

    @Test
    void whatTheInboxMayHaveForgottenAndConflictsAreRefusedAndStayAsTheyAre() {
        stage.publish(placed("known", order, "10", "TRY"));
        await().atMost(LONG).until(() -> stage.invoices(order) == 1);
        stage.broker().publish("", DLQ, letter(placed("ancient", UUID.randomUUID(), "10", "TRY"), Duration.ofDays(30)));
        stage.broker().publish("", DLQ, letter(placed("known", order, "99", "TRY"), Duration.ofDays(1)));
        stage.broker().publish("", DLQ, letter(placed("other", order, "99", "TRY"), Duration.ofDays(1)));
        UUID good = UUID.randomUUID();
        stage.broker().publish("", DLQ, letter(placed("good", good, "10", "TRY"), Duration.ofDays(28)));

        CommandRun run = replay();

        await().atMost(LONG).until(() -> stage.invoices(good) == 1);
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out())
                .contains("1 sent, 3 refused", "NOT SENT", "too-old", "message-id-conflict", "order-conflict");
        assertThat(stage.takeDeadLetters())
                .extracting(letter -> letter.getMessageProperties().getMessageId())
                .containsExactly("ancient", "known", "other");
        assertThat(stage.invoices()).isEqualTo(2);
    }

    @Test
    void limitAndFilterChooseAndTheOthersStayInTheirOrder() {
        stage.stopConsuming();
        try {
            for (int i = 0; i < 60; i++) {
                String reason = i % 2 == 0 ? "attempts-exhausted" : "payment-declined";
                stage.broker()
                        .publish(
                                "",
                                DLQ,
                                Orders.with(
                                        letter(placed("m-" + i, UUID.randomUUID(), "10", "TRY"), Duration.ofHours(1)),
                                        Map.of("x-reason", reason)));
            }

            CommandRun run = replay("--reason", "payment-declined", "--limit", "5", "--json");

            assertThat(run.status()).isEqualTo(1);
            assertThat(run.json().get(0).get("left").asInt()).isEqualTo(25);
            assertThat(ids(stage.broker().drain(QUEUE))).containsExactly("m-1", "m-3", "m-5", "m-7", "m-9");
            List<String> left = ids(stage.takeDeadLetters());
            assertThat(left).hasSize(55).startsWith("m-0", "m-2", "m-4", "m-6", "m-8", "m-10", "m-11", "m-12");
        } finally {
            stage.startConsuming();
        }
    }

    @Test
    void letterThatIsADeadLetterAgainDuringTheRunIsNotSentOnceMore() {
        stage.broker().publish("", DLQ, letter(message("bad", "{}"), Duration.ofHours(1)));
        for (int i = 0; i < 20; i++) {
            stage.broker()
                    .publish("", DLQ, letter(placed("m-" + i, UUID.randomUUID(), "10", "TRY"), Duration.ofHours(1)));
        }

        CommandRun run = replay("--rate", "4", "--json");

        await().atMost(LONG).until(() -> stage.invoices() == 20 && stage.deadLettersWaiting() == 1);
        assertThat(run.json().get(0).get("sent").asInt()).isEqualTo(21);
        assertThat(stage.takeDeadLetters()).singleElement().satisfies(letter -> assertThat(
                        letter.getMessageProperties().getHeaders())
                .containsEntry("x-replays", 1));
    }

    /** The broker would have taken the second one back by then, and it would be sent and stay as well. */
    @Test
    void runEndsWhereTheNextLetterIsDueLaterThanItMayBeHeld() {
        for (int i = 0; i < 2; i++) {
            stage.broker()
                    .publish("", DLQ, letter(placed("m-" + i, UUID.randomUUID(), "10", "TRY"), Duration.ofHours(1)));
        }

        CommandRun run = CommandRun.of(
                stage,
                "--billing.broker.consumer-timeout=8s",
                "dead-letters",
                "replay",
                "--queue",
                QUEUE,
                "--rate",
                "0.05");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out()).contains("1 sent", "1 left");
        assertThat(run.err()).contains("stopped: it holds them for 6s at most");
        assertThat(ids(stage.takeDeadLetters())).containsExactly("m-1");
    }

    @Test
    void eventThatWasTooEarlyIsHandledOnceItsPaymentIsThere() {
        stage.database().update("INSERT INTO payment (order_id, status) VALUES (?, 'Pending')", order);
        stage.broker().publish("", "payment-events.dlq", letter(captured("event", order, "pay_1"), Duration.ofDays(2)));

        CommandRun plan = CommandRun.of(stage, "dead-letters", "plan", "--queue", "payment-events", "--json");
        CommandRun run = CommandRun.of(stage, "dead-letters", "replay", "--queue", "payment-events");
        await().atMost(LONG).until(() -> stage.payment(order).equals("Captured"));

        assertThat(numbers(plan.json())).isEqualTo(Map.of("handle", 1));
        assertThat(run.status()).as(run.err()).isZero();
        stage.broker().publish("", "payment-events.dlq", letter(captured("event", order, "pay_1"), Duration.ofDays(2)));
        assertThat(numbers(CommandRun.of(stage, "dead-letters", "plan", "--queue", "payment-events", "--json")
                        .json()))
                .isEqualTo(Map.of("skip-message-id", 1));
    }

    @Test
    void letterWhoseCopyTheBrokerDoesNotTakeStaysADeadLetter() {
        String queue = "order-notification";
        stage.broker().publish("", queue + ".dlq", letter(placed("m", order, "10", "TRY"), Duration.ofHours(1)));
        stage.broker().delete(queue);
        try {
            CommandRun run = CommandRun.of(stage, "dead-letters", "replay", "--queue", queue);

            assertThat(run.status()).isEqualTo(3);
            assertThat(run.err()).contains("the broker has no queue " + queue).hasLineCount(1);
            assertThat(run.out()).contains("0 sent", "1 left");
            assertThat(ids(stage.broker().drain(queue + ".dlq"))).containsExactly("m");
        } finally {
            stage.broker()
                    .declare(new Topology(new RetrySchedule(List.of(Duration.ofSeconds(1))), Duration.ofDays(14))
                            .declarables());
        }
    }

    @Test
    void twoCommandsAtOnceDoNotDisturbEachOther() throws Exception {
        stage.stopConsuming();
        try {
            for (int i = 0; i < 30; i++) {
                stage.broker()
                        .publish(
                                "", DLQ, letter(placed("m-" + i, UUID.randomUUID(), "10", "TRY"), Duration.ofHours(1)));
            }
            CompletableFuture<CommandRun> slow = CompletableFuture.supplyAsync(() -> replay("--rate", "3"));
            await().atMost(LONG).until(() -> stage.broker().ready(QUEUE) > 0);

            CommandRun other = replay();

            assertThat(other.status()).isEqualTo(3);
            assertThat(other.err())
                    .contains("another command is at work on " + DLQ)
                    .hasLineCount(1);
            assertThat(slow.get().status()).isZero();
            assertThat(ids(stage.broker().drain(QUEUE))).hasSize(30).doesNotHaveDuplicates();
            assertThat(replay().status()).isZero();
        } finally {
            stage.startConsuming();
        }
    }

    @Test
    void expiredMessageIsSentOnceAndMarked() {
        Message letter = letter(placed("late", order, "10", "TRY"), Duration.ofDays(14));
        letter.getMessageProperties().setContentEncoding("utf-8");
        stage.broker().publish("", QUEUE + ".expired", letter);
        stage.broker()
                .publish(
                        "",
                        QUEUE + ".expired",
                        letter(placed("ancient", UUID.randomUUID(), "1", "TRY"), Duration.ofDays(31)));
        await().atMost(LONG).until(() -> rows("expired_message") == 2);

        CommandRun list = CommandRun.of(stage, "dead-letters", "list", "--expired", "--json");
        CommandRun first = replay("--expired", "--json");
        await().atMost(LONG).until(() -> stage.invoices(order) == 1);
        CommandRun second = replay("--expired", "--json");

        assertThat(list.json()).hasSize(2);
        assertThat(list.json().get(0).get("reason").asText()).isEqualTo("attempts-exhausted");
        assertThat(first.status()).isEqualTo(1);
        assertThat(first.json().get(0).get("sent").asInt()).isEqualTo(1);
        assertThat(first.json().get(0).get("refused").get(0).get("effect").asText())
                .isEqualTo("too-old");
        assertThat(second.json().get(0).get("there").asInt()).isEqualTo(1);
        assertThat(second.json().get(0).get("sent").asInt()).isZero();
        assertThat(stage.database().rows("SELECT message_id FROM expired_message WHERE replayed_at IS NOT NULL"))
                .containsExactly(Map.of("message_id", "late"));
    }

    @Test
    void discardedLetterIsRecordedWithWhoAndWhyAndGone() {
        stage.broker().publish("", DLQ, letter(placed("keep", order, "10", "TRY"), Duration.ofHours(1)));
        stage.broker().publish("", DLQ, letter(message("odd", "{\"a\": 1}"), Duration.ofHours(1)));

        CommandRun unsaid = discard("--message-id", "odd");
        CommandRun run = discard("--message-id", "odd", "--why", "test data", "--user", "ayse");
        CommandRun again = discard("--message-id", "odd", "--why", "test data", "--user", "ayse");

        assertThat(unsaid.status()).isEqualTo(2);
        assertThat(unsaid.err()).contains("--why");
        assertThat(run.status()).isZero();
        assertThat(again.status()).isEqualTo(1);
        assertThat(ids(stage.takeDeadLetters())).containsExactly("keep");
        assertThat(
                        stage.database()
                                .rows(
                                        """
                                SELECT queue, message_id, reason, discarded_by, body, headers ->> 'x-reason' AS was
                                FROM discarded_message
                                """))
                .singleElement()
                .satisfies(row -> {
                    var told = new HashMap<>(row);
                    assertThat((byte[]) told.remove("body")).isEqualTo("{\"a\": 1}".getBytes(StandardCharsets.UTF_8));
                    assertThat(told)
                            .isEqualTo(Map.of(
                                    "queue", DLQ,
                                    "message_id", "odd",
                                    "reason", "test data",
                                    "discarded_by", "ayse",
                                    "was", "attempts-exhausted"));
                });
    }

    @Test
    void discardedRowOfTheTableLeavesItForTheOther() {
        stage.broker().publish("", QUEUE + ".expired", letter(placed("late", order, "10", "TRY"), Duration.ofDays(40)));
        await().atMost(LONG).until(() -> rows("expired_message") == 1);

        assertThat(discard("--expired", "--message-id", "late", "--why", "too late", "--user", "ayse")
                        .status())
                .isZero();

        assertThat(rows("expired_message")).isZero();
        assertThat(rows("discarded_message")).isEqualTo(1);
    }

    /** Of the orders that are no live traffic. */
    private static long fixedInvoices() {
        return stage.database().count("SELECT count(*) FROM invoice WHERE currency = 'TRY'");
    }

    private static CommandRun replay(String... options) {
        return run("replay", options);
    }

    private static CommandRun discard(String... options) {
        return run("discard", options);
    }

    private static CommandRun run(String command, String... options) {
        List<String> all = new ArrayList<>(List.of("dead-letters", command, "--queue", QUEUE));
        all.addAll(List.of(options));
        return CommandRun.of(stage, all.toArray(String[]::new));
    }

    private static long rows(String table) {
        return stage.database().count("SELECT count(*) FROM " + table);
    }

    private static List<String> ids(List<Message> messages) {
        return messages.stream()
                .map(message -> message.getMessageProperties().getMessageId())
                .toList();
    }

    private static Map<String, Integer> numbers(JsonNode plan) {
        var numbers = new HashMap<String, Integer>();
        plan.forEach(node -> numbers.merge(node.get("effect").asText(), 1, Integer::sum));
        return numbers;
    }

    private static List<Message> orders(String prefix, int number) {
        List<Message> orders = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            orders.add(placed(prefix + i, UUID.randomUUID(), "10.00", "TRY"));
        }
        return orders;
    }

    private static UUID orderOf(Message message) {
        String body = new String(message.getBody(), StandardCharsets.UTF_8);
        return UUID.fromString(body.substring(body.indexOf(":\"") + 2, body.indexOf("\",")));
    }

    private static Message letter(Message message, Duration age) {
        String at = Instant.now().minus(age).toString();
        return Orders.with(
                message,
                Map.of(
                        "tenant",
                        "istanbul",
                        "x-reason",
                        "attempts-exhausted",
                        "x-attempts",
                        5,
                        "x-first-failed-at",
                        at,
                        "x-failed-at",
                        at));
    }

    /** Some ten new orders a second, every third of them twice, until it is ended. */
    private static final class LiveTraffic {

        private final AtomicBoolean ended = new AtomicBoolean();

        private final CompletableFuture<Long> orders = CompletableFuture.supplyAsync(() -> {
            long sent = 0;
            while (!ended.get()) {
                Message order = message("live-" + sent, body(UUID.randomUUID(), "5", "EUR"));
                stage.publish(order);
                if (sent++ % 3 == 0) {
                    stage.publish(order);
                }
                LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
            }
            return sent;
        });

        long end() throws Exception {
            ended.set(true);
            return orders.get();
        }
    }
}

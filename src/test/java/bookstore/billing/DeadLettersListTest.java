package bookstore.billing;

import static bookstore.billing.dev.Orders.message;
import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;

import bookstore.billing.dev.NeedsRealRabbit;
import bookstore.billing.dev.Orders;
import bookstore.billing.dev.Stage;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Message;

/** What an operator is told of dead letters, and that looking changes nothing. */
@NeedsRealRabbit
class DeadLettersListTest {

    private static final String DLQ = "billing-invoice.dlq";

    private static Stage stage;

    private final UUID order = UUID.randomUUID();

    @BeforeAll
    static void start() {
        // for its tables; nothing consumes here
        stage = Stage.with(1);
        stage.stopApps();
    }

    @AfterAll
    static void stop() {
        stage.close();
    }

    @BeforeEach
    void clear() {
        stage.clear();
    }

    @Test
    void listAndPlanLeaveOrderCountBodiesAndHeadersAsTheyWere() {
        List<Message> before = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            before.add(letter(placed("m-" + i, UUID.randomUUID(), "10", "TRY"), Duration.ofMinutes(i)));
        }
        before.forEach(message -> stage.broker().publish("", DLQ, message));

        for (int i = 0; i < 2; i++) {
            assertThat(CommandRun.of(stage, "dead-letters", "list", "--json").json())
                    .hasSize(500);
            assertThat(CommandRun.of(stage, "dead-letters", "plan", "--json").status())
                    .isZero();
            assertThat(stage.deadLettersWaiting()).isEqualTo(500);
        }

        List<Message> after = stage.takeDeadLetters();
        assertThat(after).hasSize(500);
        for (int i = 0; i < 500; i++) {
            var properties = after.get(i).getMessageProperties();
            assertThat(properties.getMessageId()).isEqualTo("m-" + i);
            assertThat(after.get(i).getBody()).isEqualTo(before.get(i).getBody());
            var headers = new HashMap<>(properties.getHeaders());
            headers.remove("x-delivery-count");
            assertThat(headers).isEqualTo(before.get(i).getMessageProperties().getHeaders());
        }
    }

    @Test
    void listFiltersByReasonIdOrderAndAge() {
        stage.broker().publish("", DLQ, letter(placed("old", order, "10", "TRY"), Duration.ofDays(3)));
        stage.broker().publish("", DLQ, letter(placed("young", UUID.randomUUID(), "10", "TRY"), Duration.ofHours(1)));
        // broken, but it names its order
        stage.broker()
                .publish(
                        "",
                        DLQ,
                        Orders.with(
                                message("bad", "{\"orderId\": \"" + order + "\", \"total\": \"much\"}"),
                                Map.of("x-reason", "invalid-message")));
        stage.broker().publish("", "order-notification.dlq", placed("silent", order, "10", "TRY"));

        assertThat(ids("--queue", "billing-invoice")).containsExactly("old", "young", "bad");
        assertThat(ids("--queue", "order-notification.dlq")).containsExactly("silent");
        assertThat(ids()).containsExactly("old", "young", "bad", "silent");
        assertThat(ids("--reason", "expired")).containsExactly("silent");
        assertThat(ids("--reason", "invalid-message", "--reason", "expired")).containsExactly("bad", "silent");
        assertThat(ids("--order", order.toString())).containsExactly("old", "bad", "silent");
        assertThat(ids("--order", order.toString(), "--reason", "attempts-exhausted"))
                .containsExactly("old");
        assertThat(ids("--message-id", "young", "--message-id", "bad")).containsExactly("young", "bad");
        assertThat(ids("--older-than", "2d")).containsExactly("old");
        assertThat(ids("--newer-than", "2h")).containsExactly("young");
        assertThat(ids("--message-id", "nobody")).isEmpty();
    }

    @Test
    void listShowsWhatTheHeadersSay() {
        Instant failed = Instant.parse("2026-01-02T03:04:05Z");
        stage.broker()
                .publish(
                        "",
                        DLQ,
                        Orders.with(
                                placed("m", order, "10", "TRY"),
                                Map.of(
                                        "x-reason",
                                        "attempts-exhausted",
                                        "x-error",
                                        "the provider answered with status 500",
                                        "x-attempts",
                                        5,
                                        "x-replays",
                                        2,
                                        "x-first-failed-at",
                                        "2025-12-31T00:00:00Z",
                                        "x-failed-at",
                                        failed.toString())));

        CommandRun json = CommandRun.of(stage, "dead-letters", "list", "--json");
        CommandRun text = CommandRun.of(stage, "dead-letters", "list");

        JsonNode letter = json.json().get(0);
        assertThat(letter.get("position").asInt()).isEqualTo(1);
        assertThat(letter.get("queue").asText()).isEqualTo("billing-invoice");
        assertThat(letter.get("messageId").asText()).isEqualTo("m");
        assertThat(letter.get("orderId").asText()).isEqualTo(order.toString());
        assertThat(letter.get("attempts").asInt()).isEqualTo(5);
        assertThat(letter.get("replays").asInt()).isEqualTo(2);
        assertThat(letter.get("failedAt").asText()).isEqualTo(failed.toString());
        assertThat(letter.get("firstFailedAt").asText()).isEqualTo("2025-12-31T00:00:00Z");
        assertThat(text.out())
                .contains("billing-invoice.dlq: 1", "attempts-exhausted", "message m", "order " + order)
                .contains("2026-01-02 03:04:05Z", "the provider answered with status 500");
        assertThat(text.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(120));
        assertThat(text.err()).isEmpty();
    }

    @Test
    void planSaysWhatAReplayWouldDoAndWhy() {
        UUID invoiced = UUID.randomUUID();
        UUID pending = UUID.randomUUID();
        UUID returned = UUID.randomUUID();
        stage.database()
                .update(
                        "INSERT INTO invoice (order_id, amount, currency, payment_id) VALUES (?, 10, 'TRY', 'p')",
                        invoiced);
        stage.database()
                .update(
                        "INSERT INTO processed_message (message_id, consumer, fingerprint) VALUES ('done', 'billing.invoice', ?)",
                        "order " + invoiced + " 10.00 TRY");
        stage.database().update("INSERT INTO payment (order_id, status) VALUES (?, 'Pending')", pending);
        stage.database()
                .update("INSERT INTO payment (order_id, payment_id, status) VALUES (?, 'r', 'Refunded')", returned);
        publish(placed("done", invoiced, "10", "TRY"), Duration.ofHours(1));
        publish(placed("done", order, "10", "TRY"), Duration.ofHours(1));
        publish(placed("same-order", invoiced, "10.00", "try"), Duration.ofHours(1));
        publish(placed("other-amount", invoiced, "11", "TRY"), Duration.ofHours(1));
        publish(placed("new", order, "10", "TRY"), Duration.ofHours(1));
        publish(placed("new", order, "10", "TRY"), Duration.ofHours(1));
        publish(placed("new-too", order, "10", "TRY"), Duration.ofHours(1));
        publish(placed("key-gone", UUID.randomUUID(), "10", "TRY"), Duration.ofHours(25));
        publish(placed("in-doubt", pending, "10", "TRY"), Duration.ofHours(1));
        publish(message("bad", "{}"), Duration.ofHours(1));
        publish(placed(null, UUID.randomUUID(), "10", "TRY"), Duration.ofHours(1));
        publish(placed("ancient", UUID.randomUUID(), "10", "TRY"), Duration.ofDays(40));
        publish(placed("returned", returned, "10", "TRY"), Duration.ofHours(1));

        CommandRun plan = CommandRun.of(stage, "dead-letters", "plan", "--queue", "billing-invoice", "--json");

        assertThat(StreamSupport.stream(plan.json().spliterator(), false)
                        .map(node -> node.get("messageId").asText() + " "
                                + node.get("effect").asText() + " "
                                + node.get("sent").asText()))
                .containsExactly(
                        "done skip-message-id true",
                        "done message-id-conflict false",
                        "same-order skip-order true",
                        "other-amount order-conflict false",
                        "new invoice true",
                        "new skip-message-id true",
                        "new-too skip-order true",
                        "key-gone invoice true",
                        "in-doubt invoice true",
                        "bad comes-back true",
                        "null comes-back true",
                        "ancient too-old false",
                        "returned invoice true");
        assertThat(why(plan, 4)).contains("its key is still known");
        assertThat(why(plan, 7)).contains("may have forgotten its key");
        assertThat(why(plan, 8)).contains("may have charged it");
        assertThat(why(plan, 11)).contains("remembers 30d");
        assertThat(why(plan, 12)).contains("its payment was refunded");
        assertThat(plan.status()).isEqualTo(1);
    }

    /** As long as they are held, another command would see the half of them, or none. */
    @Test
    void unknownQueueAndUnknownOptionsAreToldWithWhatIsPossible() {
        CommandRun queue = CommandRun.of(stage, "dead-letters", "list", "--queue", "nobody");
        CommandRun option = CommandRun.of(stage, "dead-letters", "list", "--reasn", "x");
        CommandRun command = CommandRun.of(stage, "dead-letters", "lsit");
        CommandRun none = CommandRun.of(stage, "dead-letters");
        CommandRun everything = CommandRun.of(stage, "dead-letters", "replay");

        assertThat(List.of(queue.status(), option.status(), command.status(), none.status(), everything.status()))
                .containsOnly(2);
        assertThat(queue.err()).contains("no queue nobody.dlq").hasLineCount(1);
        assertThat(option.err()).contains("unknown option --reasn", "--reason");
        assertThat(command.err()).contains("unknown command lsit", "plan", "replay", "discard");
        assertThat(none.err()).contains("a command is missing", "plan");
        assertThat(everything.err()).contains("--all");
    }

    @Test
    void serverThatNobodyNamedAndOneThatIsAwayAreToldInOneLine() {
        CommandRun unnamed =
                CommandRun.withSettings(List.of("--logging.config=classpath:logback-test.xml"), "dead-letters", "list");
        CommandRun away = CommandRun.withSettings(
                List.of(
                        "--logging.config=classpath:logback-test.xml",
                        "--spring.rabbitmq.host=127.0.0.1",
                        "--spring.rabbitmq.port=1"),
                "dead-letters",
                "list");

        assertThat(unnamed.status()).isEqualTo(2);
        assertThat(unnamed.err()).contains("set SPRING_RABBITMQ_HOST").hasLineCount(1);
        assertThat(away.status()).isEqualTo(3);
        assertThat(away.err()).contains("Connection refused").hasLineCount(1);
    }

    private List<String> ids(String... filter) {
        List<String> arguments = new ArrayList<>(List.of("dead-letters", "list", "--json"));
        arguments.addAll(List.of(filter));
        CommandRun run = CommandRun.of(stage, arguments.toArray(String[]::new));
        assertThat(run.status()).as(run.err()).isZero();
        return StreamSupport.stream(run.json().spliterator(), false)
                .map(node -> node.get("messageId").asText())
                .toList();
    }

    private static String why(CommandRun plan, int index) {
        return plan.json().get(index).get("why").asText();
    }

    private static void publish(Message message, Duration age) {
        stage.broker().publish("", DLQ, letter(message, age));
    }

    private static Message letter(Message message, Duration age) {
        String at = Instant.now().minus(age).toString();
        return Orders.with(
                message,
                Map.of("x-reason", "attempts-exhausted", "x-attempts", 5, "x-first-failed-at", at, "x-failed-at", at));
    }
}

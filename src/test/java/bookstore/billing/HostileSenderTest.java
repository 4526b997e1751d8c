package bookstore.billing;

import static bookstore.billing.dev.Orders.body;
import static bookstore.billing.dev.Orders.message;
import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.ErrorLog;
import bookstore.billing.dev.NeedsRealRabbit;
import bookstore.billing.dev.Orders;
import bookstore.billing.dev.Stage;
import com.rabbitmq.client.LongString;
import com.rabbitmq.client.impl.LongStringHelper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageDeliveryMode;
import org.springframework.amqp.core.MessageProperties;

/** What a hostile or careless sender thinks of next steers nothing, slows nothing, and is not lost either. */
class HostileSenderTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    private static Stage stage;

    private final UUID order = UUID.randomUUID();
    private ErrorLog errors;
    private long endedBefore;

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
        endedBefore = stage.ended();
        errors = ErrorLog.open();
    }

    @AfterEach
    void nextGoodMessageIsInvoicedWithinTwoSecondsAndNothingWaits() {
        UUID next = UUID.randomUUID();
        stage.publish(placed("next", next, "10.00", "EUR"));
        await().atMost(Duration.ofSeconds(2)).until(() -> stage.invoices(next) == 1);
        errors.close();
        assertThat(errors.lines()).isEmpty();
        assertThat(stage.waiting()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Camel", "camel", "CAMEL", "cAmEl"})
    void headersSteerNeitherCamelNorSqlNorTheCharge(String camel) {
        var headers = new HashMap<String, Object>();
        for (String name : List.of(
                "SpringRabbitmqMessageId",
                "SpringRabbitmqContentType",
                "SpringRabbitmqContentEncoding",
                "SpringRabbitmqRoutingKey",
                "SpringRabbitmqExchangeOverrideName",
                "SpringRabbitmqReplyTo",
                "SqlQuery",
                "SqlUpdateCount",
                "SqlRowCount",
                "SqlParameters",
                "SqlRetrieveGeneratedKeys",
                "HttpUri",
                "HttpMethod",
                "HttpPath",
                "BeanMethodName",
                "MessageHistory",
                "ExceptionCaught",
                "RollbackOnly",
                "DuplicateMessage",
                "FileName")) {
            headers.put(camel + name, "DROP TABLE invoice");
        }
        headers.putAll(Map.of(
                "breadcrumbId", "\r\nforged",
                "orderId", UUID.randomUUID().toString(),
                "amount", "1",
                "messageId", "other",
                "variable.messageId", "other",
                "Idempotency-Key", "other",
                "JMSReplyTo", "order-notification",
                "x-replays", "many",
                "x-reason", "payment-declined",
                "spring_listener_return_correlation", "x"));
        headers.put("x-attempts", Integer.MAX_VALUE);

        publishAndAwait(Orders.with(placed("m", order, "10.00", "EUR"), headers));

        assertInvoicedOnce();
        assertThat(stage.database().count("SELECT count(*) FROM processed_message WHERE message_id = 'm'"))
                .isEqualTo(1);
        // x-attempts alone has an effect: the charge is looked up before it is made
        assertThat(stage.provider().requests())
                .allSatisfy(request -> assertThat(request.key()).isEqualTo(order.toString()));
        assertThat(stage.chargeRequests()).hasSize(1);
    }

    @Test
    void headersMakeNoIdWhereThereIsNone() {
        publishAndAwait(Orders.with(
                placed(null, order, "10.00", "EUR"),
                Map.of("CamelSpringRabbitmqMessageId", "m", "camelspringrabbitmqmessageid", "m", "message_id", "m")));

        assertDeadLetter("missing-message-id");
        assertThat(stage.provider().requests()).isEmpty();
    }

    @Test
    void replyIsNeverSentAndExpirationUserAndPriorityChangeNothing() {
        long copies = stage.broker().ready("order-notification");
        Message message = placed("m", order, "10.00", "EUR");
        MessageProperties properties = message.getMessageProperties();
        properties.setReplyTo("order-notification");
        properties.setCorrelationId("c\r\n\u0007\u001b[31mforged");
        properties.setDeliveryMode(MessageDeliveryMode.NON_PERSISTENT);
        properties.setPriority(255);
        properties.setAppId("\r\n");
        properties.setType("bookstore.billing.order.OrderPlaced");
        properties.setUserId(stage.broker().username());
        properties.setHeader("__TypeId__", "java.util.HashMap");
        if (stage.broker().isReal()) {
            properties.setExpiration("60000");
        }

        publishAndAwait(message);

        assertInvoicedOnce();
        // the exchange's copy and no answer
        assertThat(stage.broker().ready("order-notification")).isEqualTo(copies + 1);
    }

    @Test
    void propertiesOfADeadLetterAreThoseItCameWith() {
        Message message = message("m\r\n\u001b[31m", "[]");
        MessageProperties properties = message.getMessageProperties();
        properties.setReplyTo("order-notification");
        properties.setCorrelationId("c\r\n\u0007");
        properties.setDeliveryMode(MessageDeliveryMode.NON_PERSISTENT);
        properties.setPriority(9);
        properties.setUserId(stage.broker().username());
        properties.setAppId("shop");
        properties.setType("order");
        properties.setTimestamp(new Date(1_764_000_000_000L));
        properties.setContentEncoding("utf-8");

        publishAndAwait(message);

        assertThat(assertDeadLetter("invalid-message").getMessageProperties()).satisfies(letter -> {
            assertThat(letter.getMessageId()).isEqualTo("m\r\n\u001b[31m");
            assertThat(letter.getReplyTo()).isEqualTo("order-notification");
            assertThat(letter.getCorrelationId()).isEqualTo("c\r\n\u0007");
            assertThat(letter.getReceivedDeliveryMode()).isEqualTo(MessageDeliveryMode.PERSISTENT);
            assertThat(letter.getPriority()).isEqualTo(9);
            assertThat(letter.getAppId()).isEqualTo("shop");
            assertThat(letter.getType()).isEqualTo("order");
            assertThat(letter.getTimestamp()).isEqualTo(new Date(1_764_000_000_000L));
            assertThat(letter.getContentEncoding()).isEqualTo("utf-8");
            assertThat(letter.getHeaders())
                    .containsEntry("x-original-user-id", stage.broker().username());
        });
    }

    @Test
    void headersOfEveryTypeSurviveIntoTheDeadLetter() {
        LongString longText = LongStringHelper.asLongString("ü".repeat(2_000));
        var headers = new HashMap<String, Object>(Map.of(
                "text",
                "plain",
                "long",
                longText,
                "table",
                Map.of("inner", Map.of("deep", List.of(1, 2L, "three"))),
                "list",
                List.of("a", true, 1.5d),
                "time",
                new Date(1_764_000_000_000L),
                "decimal",
                new BigDecimal("12.50"),
                "bytes",
                new byte[] {0, 1, (byte) 0xFF},
                "flag",
                true,
                "double",
                0.1d,
                "number",
                Long.MIN_VALUE));
        headers.put("none", null);
        headers.put("short", (short) -7);
        headers.put("byte", (byte) 7);
        headers.put("float", 1.5f);
        headers.put("", "nameless");
        headers.put("naïve \r\n name", "odd");

        publishAndAwait(Orders.with(message("m", "[]"), headers));

        Map<String, Object> letter =
                assertDeadLetter("invalid-message").getMessageProperties().getHeaders();
        headers.forEach((name, value) -> {
            if (value instanceof LongString text) {
                assertThat(letter.get(name)).hasToString(text.toString());
            } else {
                assertThat(letter).as(name).containsEntry(name, value);
            }
        });
    }

    /** Header names and values fill the one frame that a broker allows for them. */
    @Test
    void veryManyHeadersAreInvoicedOrKept() {
        var headers = new HashMap<String, Object>();
        IntStream.range(0, 4_000).forEach(i -> headers.put("h" + i, "0123456789"));

        publishAndAwait(
                Orders.with(placed("m", order, "10.00", "EUR"), headers), Orders.with(message("bad", "[]"), headers));

        assertInvoicedOnce();
        assertThat(assertDeadLetter("invalid-message").getMessageProperties().getHeaders())
                .containsAllEntriesOf(headers);
    }

    /**
     * So full that ours do not fit beside them: without a way out this message would come again for ever. The stand-in's
     * frames are larger.
     */
    @NeedsRealRabbit
    @Test
    void headersThatLeaveNoRoomForOursGiveWayToThem() {
        Message full = Orders.with(message("bad", "[]"), Map.of("full", "x".repeat(130_700)));

        publishAndAwait(full);

        Message letter = assertDeadLetter("invalid-message");
        assertThat(letter.getBody()).isEqualTo(full.getBody());
        assertThat(letter.getMessageProperties().getMessageId()).isEqualTo("bad");
        assertThat(letter.getMessageProperties().getHeaders())
                .containsEntry("x-headers-dropped", true)
                .containsEntry("x-attempts", 1)
                .doesNotContainKey("full");
    }

    /**
     * The broker gives a copy to each queue that the header CC names, whoever publishes: a refused message that names its own
     * queue would come again, and be refused again, for ever.
     */
    @NeedsRealRabbit
    @Test
    void queuesThatTheHeaderCcNamesGetNothingOfADeadLetter() {
        long copies = stage.broker().ready("order-notification");

        publishAndAwait(Orders.with(message("bad", "[]"), Map.of("CC", List.of("order-notification"))));

        // the exchange's copy, and none of the dead letter
        assertThat(stage.broker().ready("order-notification")).isEqualTo(copies + 1);
        assertThat(assertDeadLetter("invalid-message").getMessageProperties().getHeaders())
                .containsEntry("x-original-cc", List.of("order-notification"))
                .doesNotContainKey("CC");
    }

    @Test
    void idsByWhichCopiesCouldNotBeToldAreRefusedAtOnce() {
        publishAndAwait(placed("a\0b", order, "10.00", "EUR"));
        assertDeadLetter("invalid-message");

        publishAndAwait(placed("a\uFFFDb", order, "10.00", "EUR"));
        assertDeadLetter("invalid-message");
        assertThat(stage.provider().requests()).isEmpty();
    }

    /** The stand-in takes it upon itself to unzip. */
    @NeedsRealRabbit
    @Test
    void compressedBodyIsRefusedWithAReasonThatSaysSo() throws IOException {
        MessageProperties compressed = message("m", "").getMessageProperties();
        compressed.setContentEncoding("gzip");
        publishAndAwait(new Message(zipped(body(order, "10.00", "EUR")), compressed));

        assertThat(error(assertDeadLetter("invalid-message"))).contains("content_encoding");
    }

    @Test
    void bodyThatIsNotUtf8IsRefusedWithAReasonThatSaysSoAndAByteOrderMarkIsFine() throws IOException {
        publishAndAwait(new Message(
                zipped(body(order, "10.00", "EUR")), message("m", "").getMessageProperties()));
        assertThat(error(assertDeadLetter("invalid-message"))).contains("UTF-8");

        MessageProperties turkish = message("m", "").getMessageProperties();
        turkish.setContentType("text/plain; charset=iso-8859-9");
        publishAndAwait(new Message(body(order, "10.00", "EUR").getBytes(StandardCharsets.ISO_8859_1), turkish));
        assertThat(error(assertDeadLetter("invalid-message"))).contains("charset");

        publishAndAwait(new Message(
                body(order, "10.00", "EUR").getBytes(StandardCharsets.UTF_16LE),
                message("m", "").getMessageProperties()));
        assertDeadLetter("invalid-message");

        publishAndAwait(message("m", "\uFEFF" + body(order, "10.00", "EUR")));
        assertInvoicedOnce();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"orderId\":\"ORDER\",\"total\":10,\"total\":99,\"currency\":\"EUR\"}",
                "{\"orderId\":\"ORDER\",\"total\":10,\"TOTAL\":99,\"currency\":\"EUR\"}",
                "{\"orderId\":\"ORDER\",\"OrderID\":\"ORDER\",\"total\":10,\"currency\":\"EUR\"}",
                "{\"orderId\":\"ORDER\",\"total\":10,\"currency\":\"EUR\",\"currency\":\"TRY\"}",
                "{\"orderId\":\"ORDER\",\"total\":10,\"currency\":\"EUR\"}{\"orderId\":\"ORDER\",\"total\":99}",
                "{\"orderId\":\"ORDER\",\"total\":10,\"currency\":\"EUR\"} trailing",
                "{\"orderId\":\"ORDER\",\"total\":10,\"currency\":\"EUR\",\"x\":1e99999999999}",
            })
    void bodyOfTwoMindsIsRefused(String body) {
        publishAndAwait(message("m", body.replace("ORDER", order.toString())));

        assertDeadLetter("invalid-message");
        assertThat(stage.provider().requests()).isEmpty();
    }

    @Test
    void deepAndWideBodiesCostNothing() {
        String deep = "[".repeat(200_000) + "]".repeat(200_000);
        String deepInside = body(order, "10.00", "EUR").replace("}", ",\"x\":" + deep + "}");
        String wide =
                IntStream.range(0, 80_000).mapToObj(i -> "\"k" + i + "\":0").collect(Collectors.joining(","));

        for (String body :
                List.of(deep, deepInside, "\"" + "\\\\".repeat(400_000), "9".repeat(1_000_000), "{" + wide)) {
            publishAndAwait(message("m", body));
            assertDeadLetter("invalid-message");
        }
    }

    private static byte[] zipped(String text) throws IOException {
        var zipped = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(zipped)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return zipped.toByteArray();
    }

    private void publishAndAwait(Message... messages) {
        stage.publish(messages);
        endedBefore += messages.length;
        await().atMost(SOON).until(() -> stage.ended() >= endedBefore);
    }

    private void assertInvoicedOnce() {
        assertThat(stage.invoices(order)).isEqualTo(1);
        assertThat(stage.provider().charges(order)).singleElement().satisfies(charge -> {
            assertThat(charge.amount()).isEqualTo("10.00");
            assertThat(charge.currency()).isEqualTo("EUR");
        });
    }

    private static Message assertDeadLetter(String reason) {
        List<Message> letters = stage.takeDeadLetters();
        assertThat(letters).singleElement().satisfies(letter -> assertThat(
                        letter.getMessageProperties().<Object>getHeader("x-reason"))
                .isEqualTo(reason));
        return letters.get(0);
    }

    private static String error(Message letter) {
        return letter.getMessageProperties().getHeader("x-error");
    }
}

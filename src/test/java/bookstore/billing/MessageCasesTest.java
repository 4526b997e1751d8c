package bookstore.billing;

import static bookstore.billing.dev.Orders.body;
import static bookstore.billing.dev.Orders.message;
import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.ErrorLog;
import bookstore.billing.dev.Stage;
import bookstore.billing.order.Sample;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.amqp.core.Message;

/** Cases M1 to M8 on the running application: each message is invoiced right, or a dead letter with its reason. */
class MessageCasesTest {

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
    void nothingWasLoggedAtErrorOrStillWaits() {
        errors.close();
        assertThat(errors.lines()).isEmpty();
        assertThat(stage.waiting()).isZero();
    }

    @Test
    void m1MessageWithoutAnIdIsADeadLetterAndNoCopyOfAnother() {
        for (String absent : new String[] {null, "", "   "}) {
            publishAndAwait(
                    placed(absent, UUID.randomUUID(), "10.00", "EUR"),
                    placed(absent, UUID.randomUUID(), "10.00", "EUR"));
        }

        assertThat(deadLetters("missing-message-id")).hasSize(6);
        assertThat(stage.invoices()).isZero();
        assertThat(stage.provider().requests()).isEmpty();
    }

    @Test
    void m2ExactBytesOfAnIdDecide() {
        List<String> ids = List.of(
                "x",
                "x".repeat(100),
                "x".repeat(101),
                "x".repeat(255),
                "😀".repeat(60),
                "msg/../1;--",
                "a",
                "A",
                "a ",
                "é",
                "e\u0301");
        Message[] messages = ids.stream()
                .map(id -> placed(id, UUID.randomUUID(), "10.00", "EUR"))
                .toArray(Message[]::new);

        publishAndAwait(messages);
        publishAndAwait(messages);

        assertThat(stage.invoices()).isEqualTo(ids.size());
        assertThat(stage.provider().ledger()).hasSize(ids.size());
        for (String id : ids) {
            assertThat(stage.database().count("SELECT count(*) FROM processed_message WHERE message_id = ?", id))
                    .isEqualTo(1);
        }
        assertThat(stage.deadLettersWaiting()).isZero();
    }

    @Test
    void m3OneIdForTwoOrdersIsAConflictAndTheSameOrderInAnotherShapeIsADuplicate() {
        long duplicatesBefore = stage.counted("inbox.duplicates", "cause", "message-id");
        publishAndAwait(Sample.RAW.message("m", order));

        for (Sample sample : Sample.values()) {
            publishAndAwait(sample.message("m", order));
        }
        assertThat(stage.counted("inbox.duplicates", "cause", "message-id") - duplicatesBefore)
                .isEqualTo(Sample.values().length);
        assertThat(stage.deadLettersWaiting()).isZero();

        publishAndAwait(placed("m", UUID.randomUUID(), "149.90", "TRY"), placed("m", order, "99", "TRY"));
        assertThat(deadLetters("message-id-conflict")).hasSize(2);
        assertThat(stage.provider().requests()).hasSize(1);
    }

    @Test
    void m4EveryShapeMakesOneInvoiceOfTheRightAmountUnderItsOwnOrItsPropertysId() {
        for (Sample sample : Sample.values()) {
            stage.clear();
            UUID each = UUID.randomUUID();
            String absent = sample.ownKey() == null ? "m" : null;
            Message first = sample.message(absent, each);

            publishAndAwait(first, first);

            assertInvoiced(each, "149.90", "TRY");
            assertThat(stage.database()
                            .count(
                                    "SELECT count(*) FROM processed_message WHERE message_id = ?",
                                    sample.ownKey() == null ? "m" : sample.ownKey()))
                    .as(sample.name())
                    .isEqualTo(1);
            publishAndAwait(sample.message("the property wins", each));
            assertThat(stage.database()
                            .count("SELECT count(*) FROM processed_message WHERE message_id = 'the property wins'"))
                    .as(sample.name())
                    .isEqualTo(1);
            assertThat(stage.provider().requests()).hasSize(1);
            assertThat(stage.deadLettersWaiting()).isZero();
        }
    }

    @Test
    void m5BodyThatIsNoOrderIsADeadLetterAndTheNextGoodOneIsInvoicedWithinTwoSeconds() {
        byte[] spaces = new byte[5 << 20];
        Arrays.fill(spaces, (byte) ' ');
        for (String bad : List.of("", "null", "[]", "{}", " \r\n\t", "<?xml version=\"1.0\"?><order/>", "\0", "{")) {
            assertDeadLetterThenInvoiced(message("bad", bad));
        }
        Message large = message("bad", "");
        assertDeadLetterThenInvoiced(new Message(spaces, large.getMessageProperties()));
    }

    @Test
    void m5ContentTypeDecidesNothingWhereTheBodyIsAnOrder() {
        for (String type : new String[] {null, "", "app", "x".repeat(200), "\u0001;;;==\"", "text/xml"}) {
            UUID each = UUID.randomUUID();
            Message odd = placed("m-" + each, each, "10.00", "EUR");
            odd.getMessageProperties().setContentType(type);

            publishAndAwait(odd);

            assertInvoiced(each, "10.00", "EUR");
        }
    }

    @Test
    void m6BadFieldsAreRefusedAndExtraFieldsAreNot() {
        String good = body(order, "10.00", "EUR");
        publishAndAwait(
                message("1", good.replace(order.toString(), "4711")),
                message("2", good.replace(order.toString(), order + "\\u0000")),
                message("3", good.replace("EUR", "EU\\u0000")),
                message("4", good.replace(",\"total\":10.00", "")),
                message("5", good.replace("10.00", "{\"value\":10.00}")),
                message("6", good.replace("\"" + order + "\"", "null")));
        assertThat(deadLetters("invalid-message")).hasSize(6);
        assertThat(stage.provider().requests()).isEmpty();

        publishAndAwait(message("7", good.replace("}", ",\"note\":\"\\u0000\",\"lines\":[{\"total\":1}],\"\":null}")));
        assertInvoiced(order, "10.00", "EUR");
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "tr-TR", "de-DE", "ar-EG-u-nu-arab"})
    void m7ExactDecimalReachesTableAndProviderInEveryLocale(String locale) {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag(locale));
        try {
            Map.of(
                            "\"12.50\"", "12.50",
                            "1.25e1", "12.50",
                            "12.500", "12.50",
                            "1E+3", "1000.00",
                            "0.07", "0.07",
                            "999999999999999.99", "999999999999999.99",
                            "1234567.8", "1234567.80")
                    .forEach((total, amount) -> {
                        UUID each = UUID.randomUUID();
                        publishAndAwait(placed("m-" + each, each, total, "EUR"));
                        assertInvoiced(each, amount, "EUR");
                    });
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void m7WhatIsNoPositiveAmountWithinBoundsIsADeadLetterBeforeAnyCharge() {
        List<String> totals = List.of(
                "\"12,50\"",
                "1e400",
                "1e1000000000",
                "1e99999999999",
                "12345678901234567890",
                "1000000000000000",
                "NaN",
                "\"NaN\"",
                "Infinity",
                "true",
                "null",
                "0",
                "-5",
                "-0.00",
                "\"\"",
                "0x10");
        publishAndAwait(totals.stream()
                .map(total -> placed("m " + total, UUID.randomUUID(), total, "EUR"))
                .toArray(Message[]::new));

        assertThat(deadLetters("invalid-message")).hasSize(totals.size());
        assertThat(stage.provider().requests()).isEmpty();
    }

    @Test
    void m8DecimalsAndCurrenciesAreThoseOfIso4217() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("tr-TR"));
        try {
            for (String[] good : new String[][] {
                {"500", "JPY", "500", "JPY"},
                {"500.0", "JPY", "500", "JPY"},
                {"1.234", "KWD", "1.234", "KWD"},
                {"5", "eur", "5.00", "EUR"},
                {"5", "try", "5.00", "TRY"},
                {"5", "inr", "5.00", "INR"}
            }) {
                UUID each = UUID.randomUUID();
                publishAndAwait(placed("m-" + each, each, good[0], good[1]));
                assertInvoiced(each, good[2], good[3]);
            }
            stage.clear();
            List<Message> bad = new ArrayList<>();
            for (String[] each : new String[][] {
                {"500.50", "JPY"},
                {"1.2345", "KWD"},
                {"12.345", "EUR"},
                {"5", "XXX"},
                {"5", "EURO"},
                {"5", ""},
                {"5", "DEM"},
                {"5", "CLF"},
                {"5", "\u0131nr"}
            }) {
                bad.add(placed("m " + each[0] + each[1], UUID.randomUUID(), each[0], each[1]));
            }
            publishAndAwait(bad.toArray(Message[]::new));
            assertThat(deadLetters("invalid-message")).hasSize(bad.size());
            assertThat(stage.provider().requests()).isEmpty();
        } finally {
            Locale.setDefault(before);
        }
    }

    private void assertDeadLetterThenInvoiced(Message bad) {
        UUID next = UUID.randomUUID();
        long began = System.nanoTime();
        stage.publish(bad, placed("good-" + next, next, "10.00", "EUR"));
        await().atMost(Duration.ofSeconds(2)).until(() -> stage.invoices(next) == 1);
        endedBefore += 2;
        await().atMost(SOON).until(() -> stage.ended() >= endedBefore);
        assertThat(deadLetters("invalid-message")).singleElement().satisfies(letter -> assertThat(letter.getBody())
                .isEqualTo(bad.getBody()));
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(SOON);
    }

    private void publishAndAwait(Message... messages) {
        stage.publish(messages);
        endedBefore += messages.length;
        await().atMost(SOON).until(() -> stage.ended() >= endedBefore);
    }

    private static void assertInvoiced(UUID orderId, String amount, String currency) {
        assertThat(stage.database()
                        .count(
                                "SELECT count(*) FROM invoice WHERE order_id = ? AND amount::text = ? AND currency = ?",
                                orderId,
                                amount,
                                currency))
                .as("%s %s in the table", amount, currency)
                .isEqualTo(1);
        assertThat(stage.provider().charges(orderId)).singleElement().satisfies(charge -> {
            assertThat(charge.amount()).isEqualTo(amount);
            assertThat(charge.currency()).isEqualTo(currency);
        });
        assertThat(stage.provider().requests(orderId))
                .allSatisfy(request -> assertThat(request.body()).contains("\"amount\":\"" + amount + "\""));
    }

    private static List<Message> deadLetters(String reason) {
        List<Message> letters = stage.takeDeadLetters();
        assertThat(letters).allSatisfy(letter -> {
            assertThat(letter.getMessageProperties().<Object>getHeader("x-reason"))
                    .as(new String(letter.getBody(), StandardCharsets.UTF_8))
                    .isEqualTo(reason);
            assertThat(letter.getMessageProperties().<Object>getHeader("x-attempts"))
                    .isEqualTo(1);
        });
        return letters;
    }
}

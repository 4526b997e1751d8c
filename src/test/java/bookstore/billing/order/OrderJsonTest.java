package bookstore.billing.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bookstore.billing.delivery.Reason;
import bookstore.billing.delivery.RefusedMessageException;
import bookstore.billing.message.Incoming;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OrderJsonTest {

    private static final UUID ORDER = UUID.fromString("6b1a1f0e-6f59-4b7e-8f1c-0d6e2f6b9a11");

    private final OrderReader orders = new OrderReader();

    @Test
    void orderIsReadWithItsNamesInAnyLetterCase() {
        OrderPlaced raw = read("{\"orderId\":\"" + ORDER + "\",\"total\":149.90,\"currency\":\"TRY\"}");
        OrderPlaced dotNet = read("\uFEFF{\"Currency\":\"try\",\"OrderId\":\""
                + ORDER.toString().toUpperCase(Locale.ROOT) + "\",\"Total\":\"149.9\",\"Note\":{\"total\":1}}");

        assertThat(raw).isEqualTo(new OrderPlaced(ORDER, new Money(new BigDecimal("149.90"), "TRY")));
        assertThat(dotNet).isEqualTo(raw);
        assertThat(dotNet.fingerprint()).isEqualTo(raw.fingerprint());
    }

    @ParameterizedTest
    @CsvSource({
        "\"12.50\",EUR,12.50",
        "1.25e1,EUR,12.50",
        "12.500,EUR,12.50",
        "500,JPY,500",
        "500.0,JPY,500",
        "1.234,KWD,1.234",
        "123456789012345.99,EUR,123456789012345.99",
        "1e14,EUR,100000000000000.00",
        "5,inr,5.00"
    })
    void amountGetsExactlyTheCurrencysDecimals(String total, String currency, String amount) {
        assertThat(read(body(total, currency)).total().amount()).isEqualTo(new BigDecimal(amount));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"12,50\"|EUR",
                "1e400|EUR",
                "1e2147483647|EUR",
                "100e2147483647|EUR",
                "1e-2147483648|EUR",
                "1e99999999999|EUR",
                "1e1000000000|EUR",
                "1e-1000000000|EUR",
                "0e1000000000|EUR",
                "12345678901234567890|EUR",
                "NaN|EUR",
                "true|EUR",
                "null|EUR",
                "0|EUR",
                "-5|EUR",
                "-0.00|EUR",
                "\"1e3\"|EUR",
                "\" 5\"|EUR",
                "\"\"|EUR",
                "{}|EUR",
                "500.50|JPY",
                "1.2345|KWD",
                "12.345|EUR",
                "5|XXX",
                "5|EURO",
                "5|DEM",
                "5|ınr",
                "5|uſd",
                "5|''"
            })
    void whatIsNoPositiveAmountOfACurrencyInUseIsRefusedAtOnce(String total, String currency) {
        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(2), () -> assertRefused(body(total, currency).getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{}",
                " \n ",
                "<order/>",
                "{\"orderId\":\"x\"",
                "{\"orderId\":\"1-1-1-1-1\",\"total\":5,\"currency\":\"EUR\"}",
                "{\"orderId\":\"6b1a1f0e-6f59-4b7e-8f1c-0d6e2f6b9a11\\u0000\",\"total\":5,\"currency\":\"EUR\"}",
                "{\"orderId\":\"6b1a1f0e-6f59-4b7e-8f1c-0d6e2f6b9a11\",\"currency\":\"EUR\"}",
                "{\"orderId\":\"6b1a1f0e-6f59-4b7e-8f1c-0d6e2f6b9a11\",\"total\":5}",
                "{\"orderId\":\"6b1a1f0e-6f59-4b7e-8f1c-0d6e2f6b9a11\",\"total\":5,\"total\":6,\"currency\":\"EUR\"}",
                "{\"orderId\":\"6b1a1f0e-6f59-4b7e-8f1c-0d6e2f6b9a11\",\"total\":5,\"Total\":6,\"currency\":\"EUR\"}",
                "{\"orderId\":\"6b1a1f0e-6f59-4b7e-8f1c-0d6e2f6b9a11\",\"total\":5,\"currency\":\"EUR\"} x",
            })
    void whatIsNoOrderIsRefused(String body) {
        assertRefused(body.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void bodyThatIsTooLongOrNotUtf8IsRefused() {
        byte[] spaces = new byte[5 << 20];
        Arrays.fill(spaces, (byte) ' ');

        assertRefused(spaces);
        assertRefused(body("5", "EUR").getBytes(StandardCharsets.UTF_16));
        assertRefused(new byte[] {'"', (byte) 0xC3, '"'});
        assertRefused("[".repeat(100_000).getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tr-TR", "de-DE", "ar-EG"})
    void amountAndCurrencyAreTheSameInEveryLocale(String locale) {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag(locale));
        try {
            OrderPlaced order = read(body("1234.5", "inr"));

            assertThat(order.fingerprint()).isEqualTo("order " + ORDER + " 1234.50 INR");
        } finally {
            Locale.setDefault(before);
        }
    }

    private OrderPlaced read(String body) {
        return read(body.getBytes(StandardCharsets.UTF_8));
    }

    private OrderPlaced read(byte[] body) {
        return orders.read(new Incoming(body, "m", "application/json", null, Map.of()))
                .order();
    }

    private void assertRefused(byte[] body) {
        assertThatThrownBy(() -> read(body)).isInstanceOfSatisfying(RefusedMessageException.class, refused -> {
            assertThat(refused.reason()).isEqualTo(Reason.INVALID_MESSAGE);
            assertThat(refused.getMessage()).isNotBlank().doesNotContain("\n");
        });
    }

    private static String body(String total, String currency) {
        return "{\"orderId\":\"" + ORDER + "\",\"total\":" + total + ",\"currency\":\"" + currency + "\"}";
    }
}

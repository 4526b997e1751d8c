package bookstore.billing.payment;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads charges out of the provider's JSON, one at a time, with exact amounts. */
final class ChargeReader {

    /** A text of this form is an amount; an exponent could fill the memory when it is written out. */
    private static final Pattern AMOUNT = Pattern.compile("-?[0-9]{1,20}(\\.[0-9]{1,20})?");

    private final ObjectReader json = JsonMapper.builder(JsonFactory.builder()
                    .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build()
            .reader();

    /**
     * Reads an array to its end.
     *
     * @throws IOException where it is no whole array of charges; those before the fault have been handed on
     */
    void each(InputStream body, Consumer<Charge> reader) throws IOException {
        try (JsonParser parser = json.createParser(body)) {
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                throw new IOException("the ledger is no JSON array");
            }
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                reader.accept(charge(json.readTree(parser)));
            }
        }
    }

    Charge one(String body) throws IOException {
        return charge(json.readTree(body));
    }

    private static Charge charge(@Nullable JsonNode node) throws IOException {
        String orderId = node == null ? null : text(node, "orderId");
        String status = node == null ? null : text(node, "status");
        if (node == null || orderId == null || status == null) {
            throw new IOException("the ledger has a charge without orderId or status");
        }
        String paymentId = text(node, "paymentId");
        return new Charge(orderId, paymentId == null ? "" : paymentId, status, amount(node), text(node, "currency"));
    }

    /** The contract says a text; who sends a number means the same. */
    private static @Nullable BigDecimal amount(JsonNode charge) {
        JsonNode value = charge.path("amount");
        if (value.isNumber()) {
            return value.decimalValue();
        }
        return value.isTextual() && AMOUNT.matcher(value.textValue()).matches()
                ? new BigDecimal(value.textValue())
                : null;
    }

    private static @Nullable String text(JsonNode charge, String name) {
        JsonNode value = charge.path(name);
        return value.isTextual() && !value.textValue().isBlank() ? value.textValue() : null;
    }
}

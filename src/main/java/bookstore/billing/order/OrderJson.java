package bookstore.billing.order;

import bookstore.billing.delivery.OneLine;
import bookstore.billing.delivery.Reason;
import bookstore.billing.delivery.RefusedMessageException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;

/** Reads {@code {"orderId": ..., "total": ..., "currency": ...}}, its names in any letter case. */
final class OrderJson {

    private static final int MAX_BYTES = 1 << 20;
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    /** {@link UUID#fromString} also takes 1-1-1-1-1. */
    private static final Pattern UUID_TEXT =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");

    private static final Pattern PLAIN_DECIMAL = Pattern.compile("-?[0-9]{1,40}(\\.[0-9]{1,40})?");

    /** Amounts are read as decimals: as a double 149.90 would not be 149.90. */
    private final ObjectReader reader = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(50)
                            .maxNumberLength(100)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .reader();

    /** @throws RefusedMessageException where the body says no order, with what is wrong */
    OrderPlaced read(byte[] body) {
        JsonNode root = parse(text(body));
        if (!root.isObject()) {
            throw invalid("the body is no JSON object");
        }
        UUID orderId = orderId(field(root, "orderId"));
        BigDecimal total = total(field(root, "total"));
        return new OrderPlaced(orderId, Money.of(total, currency(field(root, "currency"))));
    }

    private static String text(byte[] body) {
        if (body.length > MAX_BYTES) {
            throw invalid("the body is longer than " + MAX_BYTES + " bytes");
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
            return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw invalid("the body is not UTF-8");
        }
    }

    private JsonNode parse(String text) {
        try {
            return reader.readTree(text);
        } catch (JsonProcessingException e) {
            throw invalid("the body is no JSON: " + OneLine.of(e.getOriginalMessage()));
        }
    }

    private static JsonNode field(JsonNode root, String name) {
        JsonNode found = null;
        for (Map.Entry<String, JsonNode> field : root.properties()) {
            if (field.getKey().equalsIgnoreCase(name)) {
                if (found != null) {
                    throw invalid(name + " is there twice");
                }
                found = field.getValue();
            }
        }
        if (found == null) {
            throw invalid(name + " is missing");
        }
        return found;
    }

    private static UUID orderId(JsonNode node) {
        if (!node.isTextual() || !UUID_TEXT.matcher(node.textValue()).matches()) {
            throw invalid("orderId is no UUID");
        }
        return UUID.fromString(node.textValue());
    }

    private static BigDecimal total(JsonNode node) {
        if (node.isNumber()) {
            return node.decimalValue();
        }
        if (node.isTextual() && PLAIN_DECIMAL.matcher(node.textValue()).matches()) {
            return new BigDecimal(node.textValue());
        }
        throw invalid("total is neither a number nor a plain decimal text");
    }

    private static String currency(JsonNode node) {
        if (!node.isTextual()) {
            throw invalid("currency is no text");
        }
        return node.textValue();
    }

    private static RefusedMessageException invalid(String text) {
        return new RefusedMessageException(Reason.INVALID_MESSAGE, text);
    }
}

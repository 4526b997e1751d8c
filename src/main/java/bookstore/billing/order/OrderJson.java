package bookstore.billing.order;

import bookstore.billing.delivery.RefusedMessageException;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.UUID;
import java.util.regex.Pattern;

/** Reads {@code {"orderId": ..., "total": ..., "currency": ...}}, its names in any letter case. */
final class OrderJson {

    /** {@link UUID#fromString} also takes 1-1-1-1-1. */
    private static final Pattern UUID_TEXT =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");

    private static final Pattern PLAIN_DECIMAL = Pattern.compile("-?[0-9]{1,40}(\\.[0-9]{1,40})?");

    private OrderJson() {}

    /** @throws RefusedMessageException where the object says no order, with what is wrong */
    static OrderPlaced read(JsonNode order) {
        if (!order.isObject()) {
            throw Refusal.invalid("the order is no JSON object");
        }
        UUID orderId = orderId(Fields.get(order, "orderId"));
        BigDecimal total = total(Fields.get(order, "total"));
        return new OrderPlaced(orderId, Money.of(total, currency(Fields.get(order, "currency"))));
    }

    private static UUID orderId(JsonNode node) {
        if (!node.isTextual() || !UUID_TEXT.matcher(node.textValue()).matches()) {
            throw Refusal.invalid("orderId is no UUID");
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
        throw Refusal.invalid("total is neither a number nor a plain decimal text");
    }

    private static String currency(JsonNode node) {
        if (!node.isTextual()) {
            throw Refusal.invalid("currency is no text");
        }
        return node.textValue();
    }
}

package bookstore.billing.order;

import bookstore.billing.delivery.RefusedMessageException;
import bookstore.billing.message.Fields;
import bookstore.billing.message.Refusal;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.UUID;
import java.util.regex.Pattern;

/** Reads {@code {"orderId": ..., "total": ..., "currency": ...}}, its names in any letter case. */
final class OrderJson {

    private static final Pattern PLAIN_DECIMAL = Pattern.compile("-?[0-9]{1,40}(\\.[0-9]{1,40})?");

    private OrderJson() {}

    /** @throws RefusedMessageException where the object says no order, with what is wrong */
    static OrderPlaced read(JsonNode order) {
        if (!order.isObject()) {
            throw Refusal.invalid("the order is no JSON object");
        }
        UUID orderId = Fields.uuid(order, "orderId");
        BigDecimal total = total(Fields.get(order, "total"));
        return new OrderPlaced(orderId, Money.of(total, Fields.text(order, "currency")));
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
}

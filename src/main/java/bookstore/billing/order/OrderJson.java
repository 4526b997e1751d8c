package bookstore.billing.order;

import bookstore.billing.delivery.RefusedMessageException;
import bookstore.billing.message.Fields;
import bookstore.billing.message.Refusal;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.regex.Pattern;

/**
 * Reads {@code {"orderId": ..., "total": ..., "currency": ...}} and {@code {"orderId": ..., "invoiceId": ..., "amount": ...,
 * "currency": ...}}, their names in any letter case.
 */
final class OrderJson {

    private static final Pattern PLAIN_DECIMAL = Pattern.compile("-?[0-9]{1,40}(\\.[0-9]{1,40})?");

    private OrderJson() {}

    /** @throws RefusedMessageException where the object says no order, with what is wrong */
    static OrderPlaced read(JsonNode order) {
        if (!order.isObject()) {
            throw Refusal.invalid("the order is no JSON object");
        }
        return new OrderPlaced(Fields.uuid(order, "orderId"), money(order, "total"));
    }

    /**
     * @param id the event's
     * @throws RefusedMessageException where the object says no invoice, with what is wrong
     */
    static InvoiceCreated readEvent(String id, JsonNode event) {
        if (!event.isObject()) {
            throw Refusal.invalid("the event is no JSON object");
        }
        return new InvoiceCreated(
                id, Fields.uuid(event, "orderId"), Fields.uuid(event, "invoiceId"), money(event, "amount"));
    }

    private static Money money(JsonNode object, String name) {
        BigDecimal amount = decimal(name, Fields.get(object, name));
        return Money.of(name, amount, Fields.text(object, "currency"));
    }

    private static BigDecimal decimal(String name, JsonNode node) {
        if (node.isNumber()) {
            return node.decimalValue();
        }
        if (node.isTextual() && PLAIN_DECIMAL.matcher(node.textValue()).matches()) {
            return new BigDecimal(node.textValue());
        }
        throw Refusal.invalid(name + " is neither a number nor a plain decimal text");
    }
}

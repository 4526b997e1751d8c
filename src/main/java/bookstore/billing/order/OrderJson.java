package bookstore.billing.order;

import bookstore.billing.delivery.RefusedMessageException;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Reads {@code {"orderId": ..., "total": ..., "currency": ...}} and {@code {"orderId": ..., "invoiceId": ..., "amount": ...,
 * "currency": ...}}, their names in any letter case.
 */
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
        return new OrderPlaced(uuid(order, "orderId"), money(order, "total"));
    }

    /**
     * @param id the event's
     * @throws RefusedMessageException where the object says no invoice, with what is wrong
     */
    static InvoiceCreated readEvent(String id, JsonNode event) {
        if (!event.isObject()) {
            throw Refusal.invalid("the event is no JSON object");
        }
        return new InvoiceCreated(id, uuid(event, "orderId"), uuid(event, "invoiceId"), money(event, "amount"));
    }

    private static UUID uuid(JsonNode object, String name) {
        JsonNode node = Fields.get(object, name);
        if (!node.isTextual() || !UUID_TEXT.matcher(node.textValue()).matches()) {
            throw Refusal.invalid(name + " is no UUID");
        }
        return UUID.fromString(node.textValue());
    }

    private static Money money(JsonNode object, String name) {
        BigDecimal amount = decimal(name, Fields.get(object, name));
        return Money.of(name, amount, currency(Fields.get(object, "currency")));
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

    private static String currency(JsonNode node) {
        if (!node.isTextual()) {
            throw Refusal.invalid("currency is no text");
        }
        return node.textValue();
    }
}

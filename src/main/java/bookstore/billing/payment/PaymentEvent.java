package bookstore.billing.payment;

import bookstore.billing.delivery.Reason;
import bookstore.billing.delivery.RefusedMessageException;
import bookstore.billing.message.Fields;
import bookstore.billing.message.Refusal;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * What the provider tells of a payment: {@code {"type": ..., "paymentId": ..., "orderId": ...}}, its names in any letter
 * case.
 *
 * @param paymentId the provider's id of it, by its exact characters
 */
record PaymentEvent(EventType type, String paymentId, UUID orderId) {

    private static final int MAX_LENGTH = 255;

    /**
     * @param type as {@link #type(JsonNode)} has read it
     * @throws RefusedMessageException where the object says no event that moves a payment
     */
    static PaymentEvent read(String type, JsonNode event) {
        EventType known = EventType.of(type)
                .orElseThrow(() -> new RefusedMessageException(
                        Reason.UNKNOWN_EVENT,
                        "the event's type is neither known nor ignored (billing.payment.events.ignored)"));
        return new PaymentEvent(known, paymentId(event), Fields.uuid(event, "orderId"));
    }

    /** The type alone, since of an event that is ignored nothing else is read. */
    static String type(JsonNode event) {
        if (!event.isObject()) {
            throw Refusal.invalid("the event is no JSON object");
        }
        return Fields.text(event, "type");
    }

    /** Equal for two messages exactly where they say the same; it begins as that of an order does. */
    String fingerprint() {
        return "order " + orderId + " " + type.word() + " " + paymentId;
    }

    private static String paymentId(JsonNode event) {
        String id = Fields.text(event, "paymentId");
        if (id.isBlank() || id.length() > MAX_LENGTH) {
            throw Refusal.invalid("paymentId is blank, or longer than " + MAX_LENGTH + " characters");
        }
        if (id.indexOf('\0') >= 0 || !StandardCharsets.UTF_8.newEncoder().canEncode(id)) {
            throw Refusal.invalid("paymentId is no UTF-8 text, or has a NUL in it");
        }
        return id;
    }
}

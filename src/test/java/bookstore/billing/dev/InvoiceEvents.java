package bookstore.billing.dev;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.Message;

/** "Invoice created" events as the outbox makes them. */
public final class InvoiceEvents {

    private InvoiceEvents() {}

    public static Message created(
            @Nullable String messageId, UUID orderId, UUID invoiceId, String amount, String currency) {
        return Orders.message(messageId, body(orderId, invoiceId, amount, currency));
    }

    public static String body(UUID orderId, UUID invoiceId, String amount, String currency) {
        return """
                {"orderId":"%s","invoiceId":"%s","amount":%s,"currency":"%s","paymentId":"pay-1",\
                "createdAt":"2026-01-02T03:04:05Z"}"""
                .formatted(orderId, invoiceId, amount, currency);
    }
}

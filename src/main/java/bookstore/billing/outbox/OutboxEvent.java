package bookstore.billing.outbox;

import java.sql.Timestamp;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;

/**
 * A row of the table {@code outbox_message} that is to be published.
 *
 * @param id its place in the order
 * @param messageId made when the row was written, the same at every sending
 * @param type what has happened, such as {@code InvoiceCreated}
 * @param key events of one key keep their order; an order's id
 * @param body JSON, as it is published
 * @param createdAt by the database's clock
 */
record OutboxEvent(long id, String messageId, String type, String key, String body, Instant createdAt) {

    static OutboxEvent of(Map<String, Object> row) {
        return new OutboxEvent(
                ((Number) value(row, "id")).longValue(),
                value(row, "message_id").toString(),
                value(row, "type").toString(),
                value(row, "key").toString(),
                value(row, "body").toString(),
                ((Timestamp) value(row, "created_at")).toInstant());
    }

    /** {@code invoice-created} takes what is called InvoiceCreated, and so for every type. */
    String exchange() {
        return type.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }

    private static Object value(Map<String, Object> row, String column) {
        Object value = row.get(column);
        if (value == null) {
            throw new IllegalStateException("a row of the outbox without its " + column);
        }
        return value;
    }
}

package bookstore.billing.replay;

import bookstore.billing.delivery.StoredMessage;
import bookstore.billing.order.OrderMessage;
import java.math.BigDecimal;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * What the tables know of a message.
 *
 * @param processed whether the consumer's inbox has its id
 * @param fingerprint what was processed under its id; null where nobody knows
 * @param sameInvoice whether its order's invoice says the same; null where there is none
 * @param payment the status of its order's payment; null where there is none
 */
record Known(boolean processed, @Nullable String fingerprint, @Nullable Boolean sameInvoice, @Nullable String payment) {

    private static final String FIND =
            """
            SELECT (SELECT true FROM processed_message WHERE message_id = ? AND consumer = ?) AS processed,
                   (SELECT fingerprint FROM processed_message WHERE message_id = ? AND consumer = ?) AS fingerprint,
                   (SELECT amount = ? AND currency = ? FROM invoice WHERE order_id = ?) AS same_invoice,
                   (SELECT status FROM payment WHERE order_id = ?) AS payment
            """;

    /** @param read null where the message says no order */
    static Known of(DataSource dataSource, String consumer, @Nullable String messageId, @Nullable OrderMessage read) {
        String id = StoredMessage.text(messageId);
        UUID order = read == null ? null : read.order().orderId();
        BigDecimal amount = read == null ? null : read.order().total().amount();
        String currency = read == null ? null : read.order().total().currency();
        Known known = new JdbcTemplate(dataSource)
                .queryForObject(
                        FIND,
                        (row, number) -> new Known(
                                row.getBoolean("processed"),
                                row.getString("fingerprint"),
                                row.getObject("same_invoice", Boolean.class),
                                row.getString("payment")),
                        id,
                        consumer,
                        id,
                        consumer,
                        amount,
                        currency,
                        order,
                        order);
        if (known == null) {
            throw new IllegalStateException("a SELECT without FROM has one row");
        }
        return known;
    }
}

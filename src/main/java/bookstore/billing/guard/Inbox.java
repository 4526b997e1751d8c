package bookstore.billing.guard;

/**
 * The inbox that an idempotentConsumer names.
 *
 * @param consumer the name that its rows are kept under, such as {@code billing.invoice}
 * @param shape what it needs of its route
 */
public record Inbox(String consumer, Shape shape) {

    /** The one queue that it is for: {@code billing-invoice} for {@code billing.invoice}. */
    String queue() {
        return consumer.replace('.', '-');
    }
}

package bookstore.billing.order;

/**
 * An "order placed" message, whatever its shape was.
 *
 * @param id by which its copies are told
 */
public record OrderMessage(String id, OrderPlaced order) {}

package bookstore.billing.inbox;

import javax.sql.DataSource;
import org.apache.camel.Exchange;
import org.apache.camel.spi.IdempotentRepository;

/**
 * One consumer's inbox, as a route names it. What Camel's interface offers besides, no inbox gives: a way to ask first,
 * and ways to forget.
 */
public interface InboxRepository extends IdempotentRepository {

    /** The name that this consumer's rows are kept under. */
    String consumer();

    /** Whether its rows are written to that database, the same object as the transaction manager's. */
    boolean isOn(DataSource database);

    /** @throws IllegalStateException always: a route that asks first and inserts later lets two copies through */
    @Override
    default boolean contains(Exchange exchange, String messageId) {
        throw new IllegalStateException("the idempotentConsumer of an inbox needs eager: true");
    }

    /** @throws IllegalStateException always: without an exchange there is no fingerprint to compare */
    @Override
    default boolean add(String messageId) {
        throw new IllegalStateException("an inbox takes a message with its exchange");
    }

    /** Removes nothing and says so: it would come after the rollback, and could hit what a copy has committed meanwhile. */
    @Override
    default boolean remove(String messageId) {
        return false;
    }

    /** Nothing to confirm: the row is committed with the work. */
    @Override
    default boolean confirm(String messageId) {
        return true;
    }

    /** @throws UnsupportedOperationException always: an emptied inbox would process every late copy again */
    @Override
    default void clear() {
        throw new UnsupportedOperationException("an inbox is not emptied; its cleaner deletes what is old");
    }
}

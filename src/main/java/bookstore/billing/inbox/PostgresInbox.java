package bookstore.billing.inbox;

import bookstore.billing.delivery.RefusedMessageException;
import bookstore.billing.delivery.TryLaterException;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.apache.camel.Exchange;
import org.apache.camel.support.service.ServiceSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * One consumer's inbox: an idempotent repository in the table {@code processed_message} whose row commits or rolls
 * back with the work of the route.
 *
 * <p>Of two copies of a message the second waits in its INSERT for the first one's transaction: a commit makes it a
 * duplicate, a rollback makes the work its own. That takes one atomic INSERT ... ON CONFLICT in the route's
 * transaction under READ COMMITTED; a check before the insert would let both copies through.
 *
 * <p>A route uses it with {@code eager: true} and {@code removeOnFailure: false}. The rollback has removed the row
 * already; a removal after it could only hit the row of a copy that has committed meanwhile, so {@link #remove} never
 * removes anything, and nothing else here does.
 */
public final class PostgresInbox extends ServiceSupport implements InboxRepository {

    /** The exchange's variable with what the message says, as the consumer reads it; set before the inbox is asked. */
    public static final String FINGERPRINT = "fingerprint";

    /** The exchange's variable that is true where the message was replayed from a dead-letter queue. */
    public static final String REPLAYED = "replayed";

    private final DataSource dataSource;
    private final String consumer;
    private final ProcessedMessages processed;
    private final InboxCounts counts;

    /**
     * @param dataSource the database of the route's transaction, the same object as the transaction manager's
     * @param consumer the name that the rows are kept under; no two consumers share one
     */
    public PostgresInbox(DataSource dataSource, String consumer, MeterRegistry meters) {
        this.dataSource = dataSource;
        this.consumer = consumer;
        this.processed = new ProcessedMessages(dataSource, consumer);
        this.counts = new InboxCounts(consumer, meters);
    }

    @Override
    public String consumer() {
        return consumer;
    }

    @Override
    public boolean isOn(DataSource database) {
        return dataSource == database;
    }

    /**
     * Takes the message for this transaction.
     *
     * @return true where the work is this exchange's to do; false where it has been done
     * @throws RefusedMessageException without an id, and where the id was processed with another content
     * @throws IllegalStateException outside a transaction on this inbox's database
     */
    @Override
    public boolean add(Exchange exchange, String messageId) {
        requireTransaction();
        InboxMessage message = InboxMessage.of(exchange, messageId);
        InboxDelivery delivery = InboxDelivery.begin(exchange, message, counts);
        delivery.endsWithTransaction();
        long began = System.nanoTime();
        if (processed.insert(message)) {
            delivery.decide(Outcome.PROCESSED);
            return true;
        }
        Duration waited = Duration.ofNanos(System.nanoTime() - began);
        List<@Nullable String> known = processed.find(messageId);
        if (known.isEmpty()) {
            // the cleaner took the row between the two statements; the next try finds the place free
            throw new TryLaterException("the inbox row of this message has just been cleaned away");
        }
        if (!message.isCopyOf(known.get(0))) {
            delivery.decide(Outcome.CONFLICT);
            throw InboxMessage.conflict();
        }
        processed.countCopy(messageId);
        counts.waited(waited);
        delivery.decide(Outcome.DUPLICATE_MESSAGE);
        return false;
    }

    /**
     * For the step of a route that finds the work done already under another message id: the delivery counts as a
     * duplicate by its business key. The row stays, so that copies of this message are known as well.
     *
     * @throws IllegalStateException where the exchange has not passed this inbox
     */
    public void duplicateByBusinessKey(Exchange exchange) {
        InboxDelivery.of(exchange).decide(Outcome.DUPLICATE_BUSINESS_KEY);
    }

    /** Whether the message is known; a question for tools, never the decision of a route. */
    @Override
    public boolean contains(String messageId) {
        return !processed.find(messageId).isEmpty();
    }

    private void requireTransaction() {
        if (!TransactionSynchronizationManager.isActualTransactionActive()
                || !TransactionSynchronizationManager.hasResource(dataSource)) {
            throw new IllegalStateException(
                    "the inbox of " + consumer + " needs a transacted step around it, on the inbox's own database");
        }
    }
}

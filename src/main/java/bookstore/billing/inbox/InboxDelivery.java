package bookstore.billing.inbox;

import bookstore.billing.delivery.OneLine;
import org.apache.camel.Exchange;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * One delivery on its way through the route. Its outcome is counted once, when the transaction that decides on it has
 * ended: before, a rollback could still undo what was counted.
 */
final class InboxDelivery implements TransactionSynchronization {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresInbox.class);
    private static final String PROPERTY = InboxDelivery.class.getName();

    private final InboxMessage message;
    private final InboxCounts counts;
    private @Nullable Outcome outcome;

    private InboxDelivery(InboxMessage message, InboxCounts counts) {
        this.message = message;
        this.counts = counts;
    }

    static InboxDelivery begin(Exchange exchange, InboxMessage message, InboxCounts counts) {
        var delivery = new InboxDelivery(message, counts);
        exchange.setProperty(PROPERTY, delivery);
        return delivery;
    }

    static InboxDelivery of(Exchange exchange) {
        InboxDelivery delivery = exchange.getProperty(PROPERTY, InboxDelivery.class);
        if (delivery == null) {
            throw new IllegalStateException("this exchange has not passed an inbox");
        }
        return delivery;
    }

    /** The transaction that is open now decides. */
    void endsWithTransaction() {
        TransactionSynchronizationManager.registerSynchronization(this);
    }

    void decide(Outcome decided) {
        this.outcome = decided;
    }

    /** What was decided is final already. */
    void ends(Outcome decided) {
        counts.count(decided, message.replayed());
        LOG.info("{}: message {} {}", counts.consumer(), OneLine.of(message.id()), decided);
    }

    @Override
    public void afterCompletion(int status) {
        boolean ended = status == (outcome == Outcome.CONFLICT ? STATUS_ROLLED_BACK : STATUS_COMMITTED);
        if (outcome != null && ended) {
            ends(outcome);
        }
    }
}

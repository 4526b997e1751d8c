package bookstore.billing.inbox;

import bookstore.billing.delivery.OneLine;
import org.apache.camel.Exchange;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * One delivery on its way through the route's transaction. Its outcome is counted once, when the transaction has
 * ended: before, a rollback could still undo what was counted.
 */
final class InboxDelivery implements TransactionSynchronization {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresInbox.class);
    private static final String PROPERTY = InboxDelivery.class.getName();

    private final String messageId;
    private final boolean replayed;
    private final InboxCounts counts;
    private @Nullable Outcome outcome;

    private InboxDelivery(String messageId, boolean replayed, InboxCounts counts) {
        this.messageId = messageId;
        this.replayed = replayed;
        this.counts = counts;
    }

    static InboxDelivery begin(Exchange exchange, String messageId, InboxCounts counts) {
        boolean replayed = Boolean.TRUE.equals(exchange.getVariable(PostgresInbox.REPLAYED, Boolean.class));
        var delivery = new InboxDelivery(messageId, replayed, counts);
        exchange.setProperty(PROPERTY, delivery);
        TransactionSynchronizationManager.registerSynchronization(delivery);
        return delivery;
    }

    static InboxDelivery of(Exchange exchange) {
        InboxDelivery delivery = exchange.getProperty(PROPERTY, InboxDelivery.class);
        if (delivery == null) {
            throw new IllegalStateException("this exchange has not passed an inbox");
        }
        return delivery;
    }

    void decide(Outcome decided) {
        this.outcome = decided;
    }

    @Override
    public void afterCompletion(int status) {
        boolean ended = status == (outcome == Outcome.CONFLICT ? STATUS_ROLLED_BACK : STATUS_COMMITTED);
        if (outcome != null && ended) {
            counts.count(outcome, replayed);
            LOG.info("{}: message {} {}", counts.consumer(), OneLine.of(messageId), outcome);
        }
    }
}

package bookstore.billing.inbox;

import bookstore.billing.delivery.RefusedMessageException;
import bookstore.billing.delivery.TryLaterException;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.apache.camel.Exchange;
import org.apache.camel.support.service.ServiceSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * One consumer's inbox for work that is done with no transaction open: {@link #add} claims the message and its order in
 * a short transaction, {@link #finish} marks the message as processed in the one that writes the work's results. Between
 * them the claim keeps everybody else away until its lease ends, and no connection is held.
 *
 * <p>Who meets a live claim comes later. A claim whose lease has ended is dead, and whoever comes next takes it over; its
 * owner, should it still run, then finds no claim to finish, and nothing that it wanted to write is written.
 *
 * <p>A lease that has run out never starts a charge: {@link #requireTimeToPay} comes before it. What remains is a JVM that
 * stands still between that look and the request; the provider then sees two requests with one idempotency key.
 *
 * <p>A claim belongs to the thread of its delivery, on which the route's steps and the handling of its failure run.
 */
public final class PostgresClaims extends ServiceSupport implements InboxRepository {

    /** The exchange's variable with the order, a {@link UUID}. */
    public static final String ORDER_ID = "orderId";

    /** The exchange's variable with the message's id. */
    public static final String MESSAGE_ID = "messageId";

    private final DataSource dataSource;
    private final String consumer;
    private final Duration lease;
    private final Duration timeToPay;
    private final ClaimTable claims;
    private final ProcessedMessages processed;
    private final TransactionTemplate transaction;
    private final InboxCounts counts;
    private final ThreadLocal<@Nullable Claim> held = new ThreadLocal<>();

    /**
     * @param dataSource the database of the route's transactions
     * @param consumer the name that rows are kept under, the same as that of the consumer's {@link PostgresInbox}
     * @param lease how long a claim lasts, by the database's clock
     * @param timeToPay what has to be left of the lease when the provider is called: longer than all its calls may take
     */
    public PostgresClaims(
            DataSource dataSource,
            PlatformTransactionManager transactions,
            String consumer,
            Duration lease,
            Duration timeToPay,
            MeterRegistry meters) {
        this.dataSource = dataSource;
        this.consumer = consumer;
        this.lease = lease;
        this.timeToPay = timeToPay;
        this.claims = new ClaimTable(dataSource, consumer);
        this.processed = new ProcessedMessages(dataSource, consumer);
        this.transaction = new TransactionTemplate(transactions);
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
     * Claims the message and its order.
     *
     * @return true where the work is this exchange's to do; false where it has been done
     * @throws TryLaterException where somebody works on the message or the order
     * @throws RefusedMessageException without an id, and where the id was processed with another content
     * @throws IllegalStateException inside a transaction: it would stay open during the work
     */
    @Override
    public boolean add(Exchange exchange, String messageId) {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("the claims of " + consumer + " need no transacted step around them");
        }
        InboxMessage message = InboxMessage.of(exchange, messageId);
        InboxDelivery delivery = InboxDelivery.begin(exchange, message, counts);
        Claim claim = Claim.of(message, orderId(exchange));
        List<@Nullable String> known = claimUnlessProcessed(claim);
        if (known.isEmpty()) {
            held.set(claim);
            return true;
        }
        if (!message.isCopyOf(known.get(0))) {
            delivery.ends(Outcome.CONFLICT);
            throw InboxMessage.conflict();
        }
        // the transaction that made the claim is rolled back, and the claim with it
        transaction.executeWithoutResult(status -> processed.countCopy(messageId));
        delivery.ends(Outcome.DUPLICATE_MESSAGE);
        return false;
    }

    /** @return nothing, and the claim is made; or the fingerprint that the message was processed with, and it is not */
    private List<@Nullable String> claimUnlessProcessed(Claim claim) {
        List<@Nullable String> result = transaction.execute(status -> {
            claim(claim);
            // behind the claim: the one that its INSERT may have waited for has committed this row
            List<@Nullable String> known = processed.find(claim.message().id());
            if (!known.isEmpty()) {
                status.setRollbackOnly();
            }
            return known;
        });
        return result == null ? List.of() : result;
    }

    private void claim(Claim claim) {
        String messageId = claim.message().id();
        if (claims.claim(claim, lease)) {
            return;
        }
        if (!claims.tryLocks(messageId, claim.orderId())
                || !claims.takeOver(messageId, claim.orderId())
                || !claims.claim(claim, lease)) {
            throw somebodyWorks();
        }
    }

    /**
     * For a transacted route, which holds the order's and the message's lock and has seen a claim: removes it where it
     * is dead. The order's charge has to be looked up then.
     *
     * @throws TryLaterException where it is alive, or has just been finished
     */
    public void takeOver(Exchange exchange) {
        String messageId = exchange.getVariable(MESSAGE_ID, String.class);
        if (!claims.takeOver(messageId, orderId(exchange))) {
            throw somebodyWorks();
        }
    }

    /** @throws TryLaterException where the rest of the lease is too short for a payment; nothing has been sent then */
    public void requireTimeToPay() {
        if (lease.minus(mine().age()).compareTo(timeToPay) < 0) {
            throw new TryLaterException("the rest of this message's claim is too short for a payment");
        }
    }

    /**
     * Marks the message as processed and ends its claim, in the transaction that writes what was done.
     *
     * @throws TryLaterException where the claim was lost meanwhile; the next try finds what has happened
     */
    public void finish(Exchange exchange) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("the claims of " + consumer + " need a transacted step around their end");
        }
        InboxDelivery delivery = InboxDelivery.of(exchange);
        delivery.decide(Outcome.PROCESSED);
        delivery.endsWithTransaction();
        if (!claims.finish(mine())) {
            throw new TryLaterException("the claim of this message has ended, and somebody else has taken it over");
        }
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                held.remove();
            }
        });
    }

    /**
     * What to do when a delivery has failed, on its thread and after its rollback: its claim ends. Where that fails, the
     * lease ends it.
     *
     * @param recorded is called in the same transaction: nobody can claim the order before it is known what is in doubt
     */
    public Consumer<Throwable> releasedAfter(Consumer<Throwable> recorded) {
        return failure -> {
            Claim claim = held.get();
            if (claim == null) {
                recorded.accept(failure);
                return;
            }
            transaction.executeWithoutResult(status -> {
                // the claim before the payment, as everybody does
                claims.release(claim);
                recorded.accept(failure);
            });
            held.remove();
        };
    }

    /** Whether the message is known; a question for tools, never the decision of a route. */
    @Override
    public boolean contains(String messageId) {
        return !processed.find(messageId).isEmpty();
    }

    private Claim mine() {
        Claim claim = held.get();
        if (claim == null) {
            throw new IllegalStateException("this thread has made no claim");
        }
        return claim;
    }

    private static UUID orderId(Exchange exchange) {
        UUID orderId = exchange.getVariable(ORDER_ID, UUID.class);
        if (orderId == null) {
            throw new IllegalStateException(
                    "the variable " + ORDER_ID + " is not set: the step that reads the message comes before the claim");
        }
        return orderId;
    }

    private static TryLaterException somebodyWorks() {
        return new TryLaterException("somebody works on this order, or on a copy of this message");
    }
}

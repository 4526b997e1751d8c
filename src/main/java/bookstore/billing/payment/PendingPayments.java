package bookstore.billing.payment;

import java.util.UUID;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Remembers, in the table {@code payment}, the orders that a try which rolled back may have charged, for
 * whatever reason: whoever comes to the order next, under whatever message id and however late, looks the charge up
 * before it charges.
 *
 * <p>The row is written after the rollback, in a transaction of its own, by the thread that sent the charge. The happy
 * path pays nothing for it.
 *
 * <p>Where the charge was made outside a transaction, the thread keeps the question until its next charge. The order then
 * has its row, written with the invoice, and a failure of another message finds it there.
 */
public final class PendingPayments implements Consumer<Throwable> {

    private static final String INSERT =
            """
            INSERT INTO payment (order_id, status)
            VALUES (?, 'Pending')
            ON CONFLICT ON CONSTRAINT payment_pkey DO NOTHING
            """;

    private final JdbcTemplate jdbc;
    private final ThreadLocal<UUID> inDoubt = new ThreadLocal<>();

    public PendingPayments(DataSource dataSource) {
        this.jdbc = new JdbcTemplate(dataSource);
    }

    /** This thread is about to charge, or to ask about a charge: from here on nobody knows. */
    void mayBeCharged(UUID orderId) {
        inDoubt.set(orderId);
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    inDoubt.remove();
                }
            });
        }
    }

    /** It is certain that nothing was ever taken for the order: it was declined, or nothing was sent. */
    void isNotCharged() {
        inDoubt.remove();
    }

    /** Called with the failure of a delivery, on its thread and after its rollback. */
    @Override
    public void accept(Throwable failure) {
        UUID orderId = inDoubt.get();
        if (orderId != null) {
            jdbc.update(INSERT, orderId);
            inDoubt.remove();
        }
    }
}

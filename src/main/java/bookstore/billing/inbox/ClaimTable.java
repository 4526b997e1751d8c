package bookstore.billing.inbox;

import java.time.Duration;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The table {@code inbox_claim}, for one consumer; a method is a statement, and its callers hold the transactions.
 *
 * <p>Rows and locks are taken in one sequence by everybody, in claims and in the transacted route: inbox row, order's
 * lock, message's lock, claim, payment, invoice. Who makes a claim waits for neither lock. So there is no deadlock.
 */
final class ClaimTable {

    /**
     * The locks are those that a transacted route holds while it works: where one is taken, no row is written. The
     * conflict is found by the unique indexes and not by the snapshot, so that locks and row may be one statement.
     */
    private static final String CLAIM =
            """
            INSERT INTO inbox_claim (message_id, consumer, order_id, owner, deadline)
            SELECT ?, ?, ?, ?, clock_timestamp() + ? * interval '1 millisecond'
            WHERE pg_try_advisory_xact_lock(hashtext('order'), hashtext(?))
              AND pg_try_advisory_xact_lock(hashtext('message'), hashtext(?))
            ON CONFLICT DO NOTHING
            """;

    private static final String TRY_LOCKS =
            """
            SELECT pg_try_advisory_xact_lock(hashtext('order'), hashtext(?))
               AND pg_try_advisory_xact_lock(hashtext('message'), hashtext(?))
            """;

    /**
     * Whoever had a dead claim may have charged its order, and nobody has recorded it: the payment is Pending from now
     * on, and looked up before anybody charges. All of the statement reads one time, statement_timestamp().
     */
    private static final String TAKE_OVER =
            """
            WITH dead AS (
                DELETE FROM inbox_claim
                WHERE consumer = ? AND (message_id = ? OR order_id = ?) AND deadline <= statement_timestamp()
                RETURNING order_id
            ), in_doubt AS (
                INSERT INTO payment (order_id, status)
                SELECT order_id, 'Pending' FROM dead
                ON CONFLICT ON CONSTRAINT payment_pkey DO NOTHING
            )
            SELECT EXISTS (SELECT FROM dead)
               AND NOT EXISTS (
                   SELECT FROM inbox_claim
                   WHERE consumer = ? AND (message_id = ? OR order_id = ?) AND deadline > statement_timestamp())
            """;

    /** The inbox row comes first, as everywhere, since the DELETE waits for what it is joined with. */
    private static final String FINISH =
            """
            WITH done AS (
                INSERT INTO processed_message (message_id, consumer, fingerprint)
                VALUES (?, ?, ?)
                ON CONFLICT ON CONSTRAINT processed_message_pkey DO NOTHING
                RETURNING message_id, consumer
            )
            DELETE FROM inbox_claim USING done
            WHERE inbox_claim.message_id = done.message_id
              AND inbox_claim.consumer = done.consumer
              AND inbox_claim.owner = ?
            """;

    private static final String RELEASE =
            """
            DELETE FROM inbox_claim
            WHERE message_id = ? AND consumer = ? AND owner = ?
            """;

    private final JdbcTemplate jdbc;
    private final String consumer;

    ClaimTable(DataSource dataSource, String consumer) {
        this.jdbc = new JdbcTemplate(dataSource);
        this.consumer = consumer;
    }

    /** @return false where the order or the message is claimed, or somebody holds one of their locks */
    boolean claim(Claim claim, Duration lease) {
        String id = claim.message().id();
        String order = claim.orderId().toString();
        return jdbc.update(CLAIM, id, consumer, claim.orderId(), claim.owner(), lease.toMillis(), order, id) == 1;
    }

    /** @return false where a transacted route works on the order or the message, or somebody makes a claim just now */
    boolean tryLocks(String messageId, UUID orderId) {
        return Boolean.TRUE.equals(jdbc.queryForObject(TRY_LOCKS, Boolean.class, orderId.toString(), messageId));
    }

    /** Call it with both locks. @return whether there was a dead claim, and there is no live one */
    boolean takeOver(String messageId, UUID orderId) {
        return Boolean.TRUE.equals(jdbc.queryForObject(
                TAKE_OVER, Boolean.class, consumer, messageId, orderId, consumer, messageId, orderId));
    }

    /** Marks the message as processed and ends its claim. @return false where the claim was lost; roll back then */
    boolean finish(Claim claim) {
        InboxMessage message = claim.message();
        return jdbc.update(FINISH, message.id(), consumer, message.fingerprint(), claim.owner()) == 1;
    }

    /** Ends the claim, where it is still there. */
    void release(Claim claim) {
        jdbc.update(RELEASE, claim.message().id(), consumer, claim.owner());
    }
}

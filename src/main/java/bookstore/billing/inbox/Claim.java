package bookstore.billing.inbox;

import java.time.Duration;
import java.util.UUID;

/**
 * One delivery's right to work on a message and its order, until its lease ends.
 *
 * @param owner of this delivery alone
 * @param since {@link System#nanoTime} of before the claim was asked for: by this clock the lease ends no later than
 *     by the database's
 */
record Claim(InboxMessage message, UUID orderId, UUID owner, long since) {

    static Claim of(InboxMessage message, UUID orderId) {
        return new Claim(message, orderId, UUID.randomUUID(), System.nanoTime());
    }

    Duration age() {
        return Duration.ofNanos(System.nanoTime() - since);
    }
}

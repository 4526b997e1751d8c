package bookstore.billing.outbox;

import java.time.Duration;

/** What wakes a relay that sleeps; it may miss something, so nobody relies on it alone. */
public interface Bell extends AutoCloseable {

    /**
     * Sleeps until it rings or the time is over.
     *
     * @return whether it is worth a look: it has rung, or it is heard only from now on
     */
    boolean rings(Duration limit) throws InterruptedException;

    /** The relay is awake, and need not be woken. */
    void leave();

    /** Nobody listens any more. */
    @Override
    void close();

    /** One that never rings: where a pool in front of the database does not pass notifications on. */
    static Bell none() {
        return new Bell() {
            @Override
            public boolean rings(Duration limit) throws InterruptedException {
                Thread.sleep(limit.toMillis());
                return false;
            }

            @Override
            public void leave() {
                // nobody would have rung
            }

            @Override
            public void close() {
                // nothing is open
            }
        };
    }
}

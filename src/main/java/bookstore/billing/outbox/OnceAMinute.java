package bookstore.billing.outbox;

import java.time.Duration;

/** Keeps what goes on and on from filling the log. */
final class OnceAMinute {

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private long quietUntil = System.nanoTime();

    synchronized void tell(Runnable line) {
        long now = System.nanoTime();
        if (now - quietUntil >= 0) {
            quietUntil = now + MINUTE;
            line.run();
        }
    }
}

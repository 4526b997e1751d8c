package bookstore.billing.delivery;

import java.time.Duration;

/**
 * Nothing is wrong with the message, its turn has just not come: the transaction rolls back and the message comes
 * again after a delay, without a try being counted.
 */
public class TryLaterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Duration wait;

    /** It comes again after the first delay. */
    public TryLaterException(String text) {
        this(text, Duration.ZERO);
    }

    /** @param wait it comes again after the shortest delay that is at least as long, or the longest there is */
    public TryLaterException(String text, Duration wait) {
        super(text);
        this.wait = wait;
    }

    Duration waiting() {
        return wait;
    }
}

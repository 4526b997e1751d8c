package bookstore.billing.inquiry;

import java.util.List;
import java.util.function.Consumer;

/** Shows what waits outside of consumers' hands, and leaves it where it is. */
@FunctionalInterface
public interface Queues {

    /**
     * Hands on every message that waits in a dead-letter queue or a delay queue, or is kept as expired.
     *
     * @return what could not be looked at and why, one line each; empty where all of it was
     */
    List<String> each(Consumer<QueuedMessage> look);
}

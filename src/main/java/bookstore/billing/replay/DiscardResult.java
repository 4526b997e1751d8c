package bookstore.billing.replay;

import java.util.List;

/**
 * @param queue the consumer's
 * @param there dead letters at the start
 * @param discarded taken out, and recorded in the table {@code discarded_message}
 * @param left selected ones beyond the limit or beyond what can be held at a time
 */
public record DiscardResult(String queue, long there, List<DeadLetter> discarded, long left) {

    public DiscardResult {
        discarded = List.copyOf(discarded);
    }
}

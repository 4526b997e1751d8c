package bookstore.billing.replay;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of one queue's dead letters.
 *
 * @param queue the consumer's
 * @param there dead letters at the start
 * @param selected of these, by the filter
 * @param replayed sent back to their consumer, in this order
 * @param refused stay where they are, each with its reason
 * @param left selected ones that were not come to: because of the limit, of what stopped the run, or of their number
 * @param stopped why the run ended early; null where it did not
 * @param failed whether it was a server that ended it
 */
public record ReplayResult(
        String queue,
        long there,
        int selected,
        List<Forecast> replayed,
        List<Forecast> refused,
        long left,
        @Nullable String stopped,
        boolean failed) {

    public ReplayResult {
        replayed = List.copyOf(replayed);
        refused = List.copyOf(refused);
    }
}

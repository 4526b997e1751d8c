package bookstore.billing.outbox;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the broker has said of each event of a batch. */
public final class Outcomes {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<Outcome> all;

    /** @param error one line: why no queue has the event; null where the broker has confirmed it */
    record Outcome(long id, String messageId, String key, @Nullable String error) {}

    /** What the statement reads that marks the rows. */
    private record Mark(long id, @Nullable String error) {}

    Outcomes(List<Outcome> all) {
        this.all = List.copyOf(all);
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    /** An array of {@code {"id", "error"}}. */
    public String json() {
        try {
            return JSON.writeValueAsString(all.stream()
                    .map(outcome -> new Mark(outcome.id(), outcome.error()))
                    .toList());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("numbers and texts can be written", e);
        }
    }

    long sent() {
        return all.size() - refused().size();
    }

    List<Outcome> refused() {
        return all.stream().filter(outcome -> outcome.error() != null).toList();
    }
}

package bookstore.billing.message;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a message holds, out of its envelope.
 *
 * @param said the sender's own object
 * @param ids names that the envelope gives the message, the one that serves as key first; empty for none
 */
record Content(JsonNode said, List<String> ids) {

    @Nullable
    String id() {
        return ids.isEmpty() ? null : ids.get(0);
    }
}

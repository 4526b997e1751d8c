package bookstore.billing.order;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a message holds, out of its envelope.
 *
 * @param order the order's own object
 * @param ids names that the envelope gives the message, the one that serves as key first; empty for none
 */
record Content(JsonNode order, List<String> ids) {

    @Nullable
    String id() {
        return ids.isEmpty() ? null : ids.get(0);
    }
}

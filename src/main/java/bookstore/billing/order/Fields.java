package bookstore.billing.order;

import bookstore.billing.delivery.RefusedMessageException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A JSON object's fields by names in any letter case, since .NET writes {@code OrderId}. */
final class Fields {

    private Fields() {}

    /**
     * @return null where there is no such field, or no object to have one
     * @throws RefusedMessageException where the name is there twice, as {@code total} and {@code Total}: nobody can
     *     tell which is meant
     */
    static @Nullable JsonNode find(JsonNode object, String name) {
        JsonNode found = null;
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            if (field.getKey().equalsIgnoreCase(name)) {
                if (found != null) {
                    throw Refusal.invalid(name + " is there twice");
                }
                found = field.getValue();
            }
        }
        return found;
    }

    static JsonNode get(JsonNode object, String name) {
        JsonNode found = find(object, name);
        if (found == null) {
            throw Refusal.invalid(name + " is missing");
        }
        return found;
    }
}

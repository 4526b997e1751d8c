package bookstore.billing.message;

import bookstore.billing.delivery.RefusedMessageException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A JSON object's fields by names in any letter case, since .NET writes {@code OrderId}. */
public final class Fields {

    /** {@link UUID#fromString} also takes 1-1-1-1-1. */
    private static final Pattern UUID_TEXT =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");

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

    /** @throws RefusedMessageException where the field is missing, or there twice */
    public static JsonNode get(JsonNode object, String name) {
        JsonNode found = find(object, name);
        if (found == null) {
            throw Refusal.invalid(name + " is missing");
        }
        return found;
    }

    /** @throws RefusedMessageException where the field is missing, there twice, or no UUID in its usual form */
    public static UUID uuid(JsonNode object, String name) {
        JsonNode node = get(object, name);
        if (!node.isTextual() || !UUID_TEXT.matcher(node.textValue()).matches()) {
            throw Refusal.invalid(name + " is no UUID");
        }
        return UUID.fromString(node.textValue());
    }

    /** @throws RefusedMessageException where the field is missing, there twice, or no text */
    public static String text(JsonNode object, String name) {
        JsonNode node = get(object, name);
        if (!node.isTextual()) {
            throw Refusal.invalid(name + " is no text");
        }
        return node.textValue();
    }
}

package bookstore.billing.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** The parser's nodes, looked into. */
final class YamlNodes {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private YamlNodes() {}

    static String key(NodeTuple entry) {
        return ((ScalarNode) entry.getKeyNode()).getValue();
    }

    /** Null where there is none. */
    static @Nullable NodeTuple entry(Node node, String key) {
        if (node instanceof MappingNode mapping) {
            for (NodeTuple entry : mapping.getValue()) {
                if (key(entry).equals(key)) {
                    return entry;
                }
            }
        }
        return null;
    }

    /** Null where there is no such scalar. */
    static @Nullable String text(Node node, String key) {
        NodeTuple entry = entry(node, key);
        return entry != null && entry.getValueNode() instanceof ScalarNode scalar ? scalar.getValue() : null;
    }

    /** What a schema can be held against. */
    static JsonNode json(Node node) {
        if (node instanceof MappingNode mapping) {
            ObjectNode object = JSON.objectNode();
            mapping.getValue().forEach(entry -> object.set(key(entry), json(entry.getValueNode())));
            return object;
        }
        if (node instanceof SequenceNode list) {
            ArrayNode array = JSON.arrayNode();
            list.getValue().forEach(item -> array.add(json(item)));
            return array;
        }
        return scalar((ScalarNode) node);
    }

    private static JsonNode scalar(ScalarNode node) {
        Tag tag = node.getTag();
        String value = node.getValue();
        if (tag.equals(Tag.BOOL)) {
            return JSON.booleanNode(Boolean.parseBoolean(value));
        }
        if (tag.equals(Tag.NULL)) {
            return JSON.nullNode();
        }
        if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
            try {
                return JSON.numberNode(new BigDecimal(value));
            } catch (NumberFormatException e) {
                return JSON.textNode(value);
            }
        }
        return JSON.textNode(value);
    }
}

package bookstore.billing.check;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonNodePath;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.apache.camel.dsl.yaml.YamlRoutesBuilderLoader;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** The YAML DSL's own schema: which steps there are, and which options each of them has. */
final class DslSchema {

    /** What the branches of a choice say that was not taken. */
    private static final Set<String> BRANCHES = Set.of("anyOf", "oneOf", "allOf", "not");

    /** Of 300 steps and more a file has ten. */
    private static final SchemaValidatorsConfig LAZY =
            SchemaValidatorsConfig.builder().preloadJsonSchema(false).build();

    private final JsonSchema schema;

    private DslSchema(JsonSchema schema) {
        this.schema = schema;
    }

    static DslSchema ofCamel() {
        return Camel.SCHEMA;
    }

    /** Read once: that takes longer than all the rest. */
    private static final class Camel {

        private static final DslSchema SCHEMA = read();
    }

    private static DslSchema read() {
        try (InputStream json = YamlRoutesBuilderLoader.class.getResourceAsStream("/schema/camelYamlDsl.json")) {
            return new DslSchema(JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V4)
                    .getSchema(new ObjectMapper().readTree(json), LAZY));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One problem a place: of all that the schema's branches say, the one that leads furthest. */
    List<Problem> problems(YamlFile file) {
        var told = new TreeMap<Place, Problem>();
        List<ValidationMessage> messages = schema.validate(YamlNodes.json(file.root())).stream()
                .filter(message -> !isPlaceholder(message))
                .toList();
        for (ValidationMessage message : furthest(messages)) {
            Place place = place(file.root(), message);
            told.putIfAbsent(place, file.problem(place, "schema", text(message)));
        }
        return List.copyOf(told.values());
    }

    private static List<ValidationMessage> furthest(List<ValidationMessage> messages) {
        List<ValidationMessage> left = new ArrayList<>();
        for (ValidationMessage message : messages) {
            boolean deeper = messages.stream()
                    .anyMatch(other -> depth(other) > depth(message)
                            && other.getInstanceLocation().startsWith(message.getInstanceLocation()));
            if (!deeper) {
                left.add(message);
            }
        }
        left.sort(Comparator.comparingInt(DslSchema::rank));
        return left;
    }

    private static int depth(ValidationMessage message) {
        return message.getInstanceLocation().getNameCount()
                + ("additionalProperties".equals(message.getType()) ? 1 : 0);
    }

    private static int rank(ValidationMessage message) {
        if ("additionalProperties".equals(message.getType())) {
            return 0;
        }
        return BRANCHES.contains(message.getType()) ? 2 : 1;
    }

    private static boolean isPlaceholder(ValidationMessage message) {
        return message.getInstanceNode() != null
                && message.getInstanceNode().isTextual()
                && message.getInstanceNode().textValue().contains("{{");
    }

    private static String text(ValidationMessage message) {
        if ("additionalProperties".equals(message.getType())) {
            return message.getProperty() + " is no step or option that stands here";
        }
        if ("required".equals(message.getType())) {
            return message.getProperty() + " is missing";
        }
        return BRANCHES.contains(message.getType()) ? "Camel does not read it like this" : message.getError();
    }

    private static Place place(Node root, ValidationMessage message) {
        Node node = root;
        Node at = root;
        JsonNodePath path = message.getInstanceLocation();
        for (int i = 0; i < path.getNameCount(); i++) {
            Object element = path.getElement(i);
            if (node instanceof SequenceNode list && element instanceof Integer index) {
                node = list.getValue().get(index);
                at = node;
            } else if (node instanceof MappingNode) {
                NodeTuple entry = YamlNodes.entry(node, String.valueOf(element));
                if (entry == null) {
                    break;
                }
                at = entry.getKeyNode();
                node = entry.getValueNode();
            }
        }
        if ("additionalProperties".equals(message.getType()) && message.getProperty() != null) {
            NodeTuple entry = YamlNodes.entry(node, message.getProperty());
            if (entry != null) {
                at = entry.getKeyNode();
            }
        }
        return Place.of(at);
    }
}

package bookstore.billing.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** What can be told from the text of a file: the beans and placeholders that it names, and the form that it has. */
final class FileRules {

    static final String UNKNOWN_BEAN = "unknown-bean";
    static final String PLACEHOLDER = "placeholder";
    static final String CANONICAL = "canonical-form";
    static final String SCHEMA_LINE = "schema-line";

    private static final Pattern SCHEMA = Pattern.compile("# yaml-language-server: \\$schema=\\S+");

    private static final Set<String> PROSE = Set.of("description", "note", "message", "query");

    private static final Set<String> LANGUAGES =
            Set.of("simple", "constant", "exchangeProperty", "groovy", "jsonpath", "jq", "xpath", "spel");

    private final YamlFile file;
    private final KnownBeans beans;
    private final Settings settings;
    private final List<Problem> problems = new ArrayList<>();

    private FileRules(YamlFile file, KnownBeans beans, Settings settings) {
        this.file = file;
        this.beans = beans;
        this.settings = settings;
    }

    /** @param item one of the file's top level */
    static List<Problem> problems(YamlFile file, Node item, KnownBeans beans, Settings settings) {
        var rules = new FileRules(file, beans, settings);
        rules.walk("", "", item);
        return rules.problems;
    }

    /** An editor finds the schema by the file's first line. */
    static List<Problem> firstLine(YamlFile file) {
        String first = file.text().lines().findFirst().orElse("");
        return SCHEMA.matcher(first).matches()
                ? List.of()
                : List.of(
                        file.problem(
                                Place.START,
                                SCHEMA_LINE,
                                "the first line names the schema, \"# yaml-language-server: $schema=...\": an editor knows no step without it"));
    }

    private void walk(String parent, String key, Node node) {
        if (node instanceof SequenceNode list) {
            list.getValue().forEach(item -> walk(parent, key, item));
            return;
        }
        if (node instanceof MappingNode mapping) {
            for (NodeTuple entry : mapping.getValue()) {
                form(key, mapping, entry);
                walk(key, YamlNodes.key(entry), entry.getValueNode());
            }
            return;
        }
        if (node instanceof ScalarNode scalar) {
            bean(parent, key, scalar);
            if (!PROSE.contains(key) || key.equals("query")) {
                settings.missing(scalar.getValue())
                        .forEach(name ->
                                problem(scalar, PLACEHOLDER, "{{" + name + "}} has neither a value nor a default"));
            }
        }
    }

    private void bean(String parent, String key, ScalarNode scalar) {
        String value = scalar.getValue();
        String name = "";
        if (value.startsWith("#")
                && !PROSE.contains(key)
                && !value.matches("#(class|type|property|valueAs|autowired).*")) {
            name = value.replaceFirst("^#(bean:)?", "");
        } else if (key.equals("ref") && !parent.equals("expression") || key.equals("idempotentRepository")) {
            name = value;
        } else if (key.equals("uri") && value.startsWith("bean:")) {
            name = value.replaceFirst("^bean:(//)?", "").replaceFirst("\\?.*", "");
        }
        if (!name.isEmpty() && !name.contains("{{") && !beans.contains(name)) {
            problem(
                    scalar,
                    UNKNOWN_BEAN,
                    "there is no bean " + name + ": neither the application nor one of these files has it");
        }
    }

    private void form(String key, MappingNode mapping, NodeTuple entry) {
        String name = YamlNodes.key(entry);
        Node value = entry.getValueNode();
        if (LANGUAGES.contains(name) && (value instanceof ScalarNode || YamlNodes.entry(mapping, "id") != null)) {
            problem(
                    entry.getKeyNode(),
                    CANONICAL,
                    "an expression is written out: expression: " + name + ": expression: ...");
        } else if (key.equals("steps") && value instanceof ScalarNode) {
            problem(entry.getKeyNode(), CANONICAL, "a step is written out, with id and description");
        } else if (name.equals("uri")
                && value instanceof ScalarNode uri
                && uri.getValue().contains("?")) {
            problem(value, CANONICAL, "an endpoint's options stand under parameters, each on a line of its own");
        }
    }

    private void problem(Node node, String rule, String text) {
        problems.add(file.problem(Place.of(node), rule, text));
    }
}

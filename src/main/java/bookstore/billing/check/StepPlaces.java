package bookstore.billing.check;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Where the steps and their options stand that Camel's model knows by line alone. */
final class StepPlaces {

    private record Step(NodeTuple entry, @Nullable Step otherOnTheLine) {}

    /** By the line on which a step's options begin, which is what Camel keeps. */
    private final Map<Integer, Step> steps = new HashMap<>();

    StepPlaces(YamlFile file) {
        collect(file.root());
    }

    private void collect(Node node) {
        if (node instanceof SequenceNode list) {
            list.getValue().forEach(this::collect);
        } else if (node instanceof MappingNode mapping) {
            for (NodeTuple entry : mapping.getValue()) {
                Node value = entry.getValueNode();
                if (value instanceof MappingNode) {
                    add(Place.of(value).line() - 1, entry);
                    NodeTuple uri = YamlNodes.entry(value, "uri");
                    if (uri != null) {
                        // of a route's input Camel keeps this line
                        add(Place.of(uri.getKeyNode()).line(), entry);
                    }
                }
                collect(value);
            }
        }
    }

    private void add(int line, NodeTuple entry) {
        steps.merge(line, new Step(entry, null), (first, next) -> new Step(entry, first));
    }

    /**
     * @param line as Camel's model has it
     * @param id the step's, where it has one
     * @param option one of its own, or of its parameters; null for the step
     */
    Place of(int line, @Nullable String id, @Nullable String option) {
        for (Step step = steps.get(line); step != null; step = step.otherOnTheLine()) {
            Node value = step.entry().getValueNode();
            if (step.otherOnTheLine() == null || id == null || id.equals(YamlNodes.text(value, "id"))) {
                NodeTuple found = option == null ? null : option(value, option);
                return Place.of(found == null ? step.entry().getKeyNode() : found.getKeyNode());
            }
        }
        return new Place(Math.max(1, line), 1);
    }

    /** Whether the line, as Camel's model has it, is one of the item's. */
    static boolean isIn(Node item, int line) {
        int end = item.getEndMark().map(mark -> mark.getLine() + 1).orElse(0);
        return line >= Place.of(item).line() && line <= end;
    }

    private static @Nullable NodeTuple option(Node step, String option) {
        NodeTuple own = YamlNodes.entry(step, option);
        NodeTuple parameters = YamlNodes.entry(step, "parameters");
        return own == null && parameters != null ? YamlNodes.entry(parameters.getValueNode(), option) : own;
    }
}

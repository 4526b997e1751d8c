package bookstore.billing.check;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A route file as YAML, by Camel's own parser.
 *
 * @param root a list
 */
record YamlFile(Path path, String text, SequenceNode root) {

    private static final int MAX_DEPTH = 120;

    static YamlFile read(Path path) throws BrokenFileException {
        String text = YamlText.of(path);
        LoadSettings settings = LoadSettings.builder().setLabel(path.toString()).build();
        try {
            refuseBombs(new Parse(settings).parseString(text));
            Node root = new Compose(settings).composeString(text).orElse(null);
            if (!(root instanceof SequenceNode list)) {
                throw new BrokenFileException(
                        root == null ? Place.START : Place.of(root),
                        "no-route",
                        "the top level is a list, with \"- route:\" in it: Camel would load nothing, without a word");
            }
            refuseDoubleKeys(list);
            return new YamlFile(path, text, list);
        } catch (MarkedYamlEngineException e) {
            throw new BrokenFileException(Place.of(e.getProblemMark()), "yaml", e.getProblem());
        } catch (YamlEngineException e) {
            throw new BrokenFileException(Place.START, "yaml", String.valueOf(e.getMessage()));
        }
    }

    /** Before anything is built: few bytes of aliases make a tree that no memory holds. */
    private static void refuseBombs(Iterable<Event> events) throws BrokenFileException {
        int depth = 0;
        for (Event event : events) {
            switch (event.getEventId()) {
                case Alias ->
                    throw new BrokenFileException(
                            Place.of(event.getStartMark()), "yaml", "aliases (*name) are not read in route files");
                case SequenceStart, MappingStart -> depth++;
                case SequenceEnd, MappingEnd -> depth--;
                default -> {
                    // the others neither nest nor repeat
                }
            }
            if (depth > MAX_DEPTH) {
                throw new BrokenFileException(Place.of(event.getStartMark()), "yaml", "nested too deeply");
            }
        }
    }

    private static void refuseDoubleKeys(Node node) throws BrokenFileException {
        if (node instanceof SequenceNode list) {
            for (Node item : list.getValue()) {
                refuseDoubleKeys(item);
            }
        } else if (node instanceof MappingNode mapping) {
            Map<String, Node> keys = new HashMap<>();
            for (NodeTuple entry : mapping.getValue()) {
                if (!(entry.getKeyNode() instanceof ScalarNode key)) {
                    throw new BrokenFileException(Place.of(entry.getKeyNode()), "yaml", "a key is a word");
                }
                if (keys.put(key.getValue(), key) != null) {
                    throw new BrokenFileException(
                            Place.of(key), "yaml", "the key " + key.getValue() + " stands here twice");
                }
                refuseDoubleKeys(entry.getValueNode());
            }
        }
    }

    /** The items of the top level. */
    List<Node> items() {
        return root.getValue();
    }

    Problem problem(Place place, String rule, String text) {
        return new Problem(path, place.line(), place.column(), rule, text);
    }
}

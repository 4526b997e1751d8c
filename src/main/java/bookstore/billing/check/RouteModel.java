package bookstore.billing.check;

import bookstore.billing.delivery.OneLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.builder.RouteConfigurationBuilder;
import org.apache.camel.dsl.yaml.YamlRoutesBuilderLoader;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.RoutesDefinition;
import org.apache.camel.support.ResourceHelper;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Route files as Camel's model, by Camel's own loader; nothing is started, and no bean is made. */
final class RouteModel {

    private final DefaultCamelContext context = new DefaultCamelContext(false);
    private final EndpointOptions options = new EndpointOptions(context);
    private final YamlRoutesBuilderLoader loader = new YamlRoutesBuilderLoader();

    RouteModel() {
        context.build();
        loader.setCamelContext(context);
        loader.start();
    }

    /** Takes the file's routeConfigurations; they count for the routes of every file. */
    void configure(YamlFile file) throws BrokenFileException {
        if (hasBeansAlone(file)) {
            return;
        }
        try {
            if (builder(file) instanceof RouteConfigurationBuilder configurations) {
                configurations.configuration();
                configurations
                        .getRouteConfigurationCollection()
                        .getRouteConfigurations()
                        .forEach(context::addRouteConfiguration);
            }
        } catch (Exception e) {
            throw new BrokenFileException(place(e), "not-loadable", OneLine.ofRootCause(e));
        }
    }

    /** Without them nothing is left that Camel could read. */
    private static boolean hasBeansAlone(YamlFile file) {
        return !file.items().isEmpty()
                && file.items().stream().allMatch(item -> YamlNodes.entry(item, "beans") != null);
    }

    private RouteBuilder builder(YamlFile file) throws Exception {
        RouteBuilder builder = (RouteBuilder)
                loader.loadRoutesBuilder(ResourceHelper.fromString(file.path().toString(), withoutBeans(file)));
        builder.setCamelContext(context);
        return builder;
    }

    /** The routes as Camel would run them, with what stands around them in the file, and in configurations. */
    List<RouteDefinition> routes(YamlFile file) throws BrokenFileException {
        if (hasBeansAlone(file)) {
            return List.of();
        }
        try {
            RouteBuilder builder = builder(file);
            builder.configure();
            return prepared(builder.getRouteCollection());
        } catch (Exception e) {
            NodeTuple nested = nestedTransaction(file.root(), 0);
            if (nested != null) {
                throw new BrokenFileException(
                        Place.of(nested.getKeyNode()),
                        "block-outside-transaction",
                        "transacted stands at the top of a route, around the inbox's block and all of its work");
            }
            throw new BrokenFileException(place(e), "not-loadable", OneLine.ofRootCause(e));
        }
    }

    /** What the components say of themselves. */
    EndpointOptions options() {
        return options;
    }

    private static List<RouteDefinition> prepared(RoutesDefinition routes) {
        List<RouteDefinition> prepared = new ArrayList<>();
        for (RouteDefinition route : routes.getRoutes()) {
            try {
                routes.prepareRoute(route);
            } catch (IllegalArgumentException e) {
                // a transacted step in the wrong place: a rule says so, with its line
            }
            prepared.add(route);
        }
        return prepared;
    }

    /** Lines stay where they are. */
    private static String withoutBeans(YamlFile file) {
        String[] lines = file.text().split("\n", -1);
        for (Node item : file.items()) {
            if (YamlNodes.entry(item, "beans") != null) {
                int end = item.getEndMark().map(mark -> mark.getLine()).orElse(0);
                for (int line = Place.of(item).line() - 1; line < Math.min(end, lines.length); line++) {
                    lines[line] = "";
                }
            }
        }
        return String.join("\n", lines);
    }

    /** Camel reads none that stands deeper than in the first steps of a route. */
    private static @Nullable NodeTuple nestedTransaction(Node node, int depth) {
        if (node instanceof SequenceNode list) {
            return list.getValue().stream()
                    .map(item -> nestedTransaction(item, depth))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
        }
        if (node instanceof MappingNode mapping) {
            for (NodeTuple entry : mapping.getValue()) {
                boolean steps = YamlNodes.key(entry).equals("steps");
                NodeTuple found = depth > 1 && YamlNodes.key(entry).equals("transacted")
                        ? entry
                        : nestedTransaction(entry.getValueNode(), steps ? depth + 1 : depth);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private static Place place(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof MarkedYamlEngineException marked) {
                return Place.of(marked.getProblemMark());
            }
        }
        return Place.START;
    }
}

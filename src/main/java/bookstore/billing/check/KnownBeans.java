package bookstore.billing.check;

import bookstore.billing.guard.Inbox;
import bookstore.billing.guard.Shape;
import bookstore.billing.inbox.PostgresClaims;
import bookstore.billing.inbox.PostgresInbox;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * The beans that routes can name: those that the application gives them, by the list {@code beans.properties}, and those
 * that the files make themselves.
 */
final class KnownBeans {

    /** Where the consumer's name stands among the constructor's arguments, by the class of the inbox. */
    private static final Map<String, Integer> CONSUMER =
            Map.of(PostgresInbox.class.getName(), 1, PostgresClaims.class.getName(), 2);

    /** {@code <class> <consumer of an inbox>} by the beans' names. */
    private final Map<String, String> beans = new HashMap<>();

    private KnownBeans() {}

    static KnownBeans ofApplication() {
        var known = new KnownBeans();
        known.beans.putAll(list());
        return known;
    }

    /** The application's: class, and the consumer of an inbox, by name. */
    static Map<String, String> list() {
        var list = new Properties();
        try (InputStream file = KnownBeans.class.getResourceAsStream("beans.properties")) {
            list.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> beans = new HashMap<>();
        list.stringPropertyNames().forEach(name -> beans.put(name, list.getProperty(name)));
        return beans;
    }

    /** Those of a file's {@code - beans:}. */
    void add(YamlFile file) {
        for (Node item : file.items()) {
            NodeTuple made = YamlNodes.entry(item, "beans");
            if (made != null && made.getValueNode() instanceof SequenceNode list) {
                list.getValue().forEach(this::add);
            }
        }
    }

    private void add(Node bean) {
        String name = YamlNodes.text(bean, "name");
        if (name != null) {
            String type = String.valueOf(YamlNodes.text(bean, "type")).replaceFirst("^#class:", "");
            beans.put(name, (type + " " + consumer(bean, type)).strip());
        }
    }

    private static String consumer(Node bean, String type) {
        NodeTuple arguments = YamlNodes.entry(bean, "constructors");
        Integer index = CONSUMER.get(type);
        String consumer = arguments == null || index == null
                ? null
                : YamlNodes.text(arguments.getValueNode(), Integer.toString(index));
        return consumer == null ? "" : consumer;
    }

    boolean contains(String bean) {
        return beans.containsKey(bean);
    }

    /** Empty where the bean is none, and where nobody knows it. */
    Optional<Inbox> inbox(String bean) {
        return Optional.ofNullable(beans.get(bean)).flatMap(KnownBeans::inboxOf);
    }

    private static Optional<Inbox> inboxOf(String text) {
        String[] parts = text.split(" ", 2);
        @Nullable String consumer = parts.length == 2 ? parts[1].strip() : null;
        if (consumer == null || !CONSUMER.containsKey(parts[0])) {
            return Optional.empty();
        }
        return Optional.of(
                new Inbox(consumer, parts[0].equals(PostgresClaims.class.getName()) ? Shape.CLAIM : Shape.TRANSACTION));
    }
}

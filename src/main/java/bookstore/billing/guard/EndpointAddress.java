package bookstore.billing.guard;

import java.net.URISyntaxException;
import java.util.Map;
import org.apache.camel.util.URISupport;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint as a route names it.
 *
 * @param scheme such as {@code sql}
 * @param path what stands between scheme and options
 * @param options by their names, in the spelling of the file
 */
public record EndpointAddress(String scheme, String path, Map<String, Object> options) {

    /** @param uri as the model has it, with its options; null is an address of nothing */
    public static EndpointAddress of(@Nullable String uri) {
        String text = uri == null ? "" : uri;
        int colon = text.indexOf(':');
        String scheme = colon < 0 ? text : text.substring(0, colon);
        String rest = colon < 0 ? "" : text.substring(colon + 1);
        int mark = optionsMark(rest);
        return new EndpointAddress(
                scheme,
                (mark < 0 ? rest : rest.substring(0, mark)).replaceFirst("^//", ""),
                mark < 0 ? Map.of() : options(rest.substring(mark + 1)));
    }

    /** That of an optional placeholder, {@code {{?name}}}, is none. */
    private static int optionsMark(String rest) {
        int mark = rest.lastIndexOf('?');
        while (mark > 0 && rest.startsWith("{{?", mark - 2)) {
            mark = rest.lastIndexOf('?', mark - 1);
        }
        return mark;
    }

    private static Map<String, Object> options(String query) {
        try {
            return URISupport.parseQuery(query, false, true);
        } catch (URISyntaxException e) {
            return Map.of();
        }
    }

    /** The option's value; null where the route does not name it. */
    @Nullable
    public String option(String name) {
        for (Map.Entry<String, Object> option : options.entrySet()) {
            if (option.getKey().equalsIgnoreCase(name)) {
                return String.valueOf(option.getValue());
            }
        }
        return null;
    }
}

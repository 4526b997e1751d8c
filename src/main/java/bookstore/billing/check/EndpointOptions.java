package bookstore.billing.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.CatalogCamelContext;
import org.jspecify.annotations.Nullable;

/** The options of the components that the application has, by what each says of itself for Camel's catalog. */
final class EndpointOptions {

    private final ObjectMapper mapper = new ObjectMapper();
    private final CatalogCamelContext context;
    private final Map<String, JsonNode> components = new HashMap<>();

    EndpointOptions(CatalogCamelContext context) {
        this.context = context;
    }

    /** Whether there is such a component. */
    boolean has(String scheme) {
        return !component(scheme).isMissingNode();
    }

    /**
     * @param option as the file names it
     * @param value with its placeholders' values
     * @param consumer whether the endpoint is a route's input
     * @return what is wrong with it, in one sentence
     */
    Optional<String> problem(String scheme, String option, String value, boolean consumer) {
        JsonNode known = option(component(scheme), option);
        if (known == null) {
            return Optional.of(scheme + " has no option " + option);
        }
        String label = known.path("label").asText();
        if (consumer && label.startsWith("producer") || !consumer && label.startsWith("consumer")) {
            return Optional.of(
                    "%s is an option of %s's %s only".formatted(option, scheme, consumer ? "producer" : "consumer"));
        }
        if (value.startsWith("#") || value.contains("{{")) {
            return Optional.empty();
        }
        return wrong(known, value).map(text -> "%s of %s is %s".formatted(option, scheme, text));
    }

    private static Optional<String> wrong(JsonNode option, String value) {
        String type = option.path("type").asText();
        if (type.equals("boolean") && !value.matches("(?i)true|false")) {
            return Optional.of("true or false");
        }
        if (type.equals("integer") && !value.matches("-?[0-9]+")) {
            return Optional.of("a whole number");
        }
        if (option.has("enum")) {
            StringBuilder words = new StringBuilder();
            for (JsonNode word : option.get("enum")) {
                if (word.asText().equalsIgnoreCase(value)) {
                    return Optional.empty();
                }
                words.append(words.isEmpty() ? "" : ", ").append(word.asText());
            }
            return Optional.of("one of " + words);
        }
        return Optional.empty();
    }

    private static @Nullable JsonNode option(JsonNode component, String name) {
        JsonNode options = component.path("properties");
        for (Map.Entry<String, JsonNode> option : options.properties()) {
            boolean many = option.getValue().path("multiValue").asBoolean();
            String prefix = option.getValue().path("prefix").asText();
            if (option.getKey().equalsIgnoreCase(name) || many && !prefix.isEmpty() && name.startsWith(prefix)) {
                return option.getValue();
            }
        }
        return component.path("component").path("lenientProperties").asBoolean() ? component.path("component") : null;
    }

    private JsonNode component(String scheme) {
        return components.computeIfAbsent(scheme, name -> {
            try {
                String json = context.getComponentParameterJsonSchema(name);
                return mapper.readTree(json == null ? "" : json);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}

package bookstore.billing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.yaml.snakeyaml.Yaml;

/** {@code docker-compose.yml}, read without a container engine. */
record ComposeFile(JsonNode root) {

    static final String APPLICATION = "billing-invoice";

    static ComposeFile read() throws IOException {
        try (Reader file = Files.newBufferedReader(Path.of("docker-compose.yml"))) {
            Object content = new Yaml().load(file);
            return new ComposeFile(new ObjectMapper().valueToTree(content));
        }
    }

    JsonNode services() {
        return root.path("services");
    }

    JsonNode service(String name) {
        return services().path(name);
    }

    /** As it stands there, with its references to what the user sets. */
    Map<String, String> environment(String service) {
        var environment = new LinkedHashMap<String, String>();
        service(service)
                .path("environment")
                .properties()
                .forEach(entry ->
                        environment.put(entry.getKey(), entry.getValue().asText()));
        return environment;
    }
}

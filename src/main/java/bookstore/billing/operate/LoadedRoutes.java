package bookstore.billing.operate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.model.ModelCamelContext;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.spring.boot.CamelContextConfiguration;

/**
 * Refuses to start when a route file gave no route: Camel loads a file whose top level is no list without a word, and
 * an application that consumes nothing would look healthy. Of the files of the two modes one gives a route.
 */
public final class LoadedRoutes implements CamelContextConfiguration {

    private final Path directory;
    private final InvoiceMode mode;

    /** @param directory the folder of the routes */
    public LoadedRoutes(Path directory, InvoiceMode mode) {
        this.directory = directory;
        this.mode = mode;
    }

    @Override
    public void beforeApplicationStart(CamelContext context) {
        Set<String> loaded = ((ModelCamelContext) context)
                .getRouteDefinitions().stream()
                        .map(RouteDefinition::getResource)
                        .filter(Objects::nonNull)
                        .map(resource -> fileName(resource.getLocation()))
                        .collect(Collectors.toSet());
        try (Stream<Path> files = Files.list(directory)) {
            files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".camel.yaml") && !mode.isOthersFile(name) && !loaded.contains(name))
                    .sorted()
                    .findFirst()
                    .ifPresent(name -> {
                        throw new StartRefusedException(directory.resolve(name)
                                + " holds no route: its top level is a list, with \"- route:\" in it");
                    });
        } catch (IOException e) {
            throw new StartRefusedException("the folder of the routes cannot be read: " + directory);
        }
    }

    @Override
    public void afterApplicationStart(CamelContext context) {
        // the routes were looked at before they started
    }

    private static String fileName(String location) {
        return location.substring(location.lastIndexOf('/') + 1);
    }
}

package bookstore.billing.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.camel.dsl.yaml.YamlRoutesBuilderLoader;
import org.junit.jupiter.api.Test;

/** What is written about the rules is what there is. */
class RouteRulesPageTest {

    @Test
    void pageHasASectionOfEachRuleThatSaysWhatGoesWrong() throws IOException {
        String page = Files.readString(Path.of("src/docs/route-rules.md"));
        List<MatchResult> sections = Pattern.compile("(?m)^### `([a-z-]+)`\\n\\n(?s:(.+?))(?=\\n\\n|\\z)")
                .matcher(page)
                .results()
                .toList();

        assertThat(sections)
                .extracting(section -> section.group(1))
                .containsExactlyInAnyOrderElementsOf(RouteCheck.rules());
        assertThat(sections).allSatisfy(section -> assertThat(section.group(2)).hasSizeGreaterThan(60));
    }

    /** Editors read the copy, the check reads Camel's own. */
    @Test
    void schemaForEditorsIsThatOfTheCamelThatRuns() throws IOException {
        try (InputStream schema = YamlRoutesBuilderLoader.class.getResourceAsStream("/schema/camelYamlDsl.json")) {
            assertThat(Files.readAllBytes(Path.of("src/schema/camelYamlDsl.json")))
                    .isEqualTo(schema.readAllBytes());
        }
    }

    @Test
    void schemaThatARouteFileNamesIsThere() throws IOException {
        for (Path file : RouteFiles.of(List.of(Path.of("routes"))).paths()) {
            String schema = Files.readAllLines(file).get(0).replaceFirst(".*=", "");
            assertThat(file.resolveSibling(schema)).exists();
        }
    }
}

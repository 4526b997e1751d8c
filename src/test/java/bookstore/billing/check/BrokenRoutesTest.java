package bookstore.billing.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule has a file that breaks it and no other one, and the files that ship break none. */
class BrokenRoutesTest {

    private static final Path BROKEN = Path.of("src/test/resources/broken-routes");

    /** In a broken file: this is the line to mend. */
    private static final String MARK = "# here";

    /** As deep as the block of the route that it is added to. */
    private static final String STEP_BESIDE =
            """
            - to:
                id: beside
                description: Runs for every copy
                uri: sql
                parameters:
                  query: "DELETE FROM invoice"
            """
                    .indent(14);

    @TempDir
    private Path directory;

    static Collection<String> rules() {
        return RouteCheck.rules();
    }

    static Stream<Path> shipped() throws IOException {
        return RouteFiles.of(List.of(Path.of("routes"))).paths().stream();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void ruleIsRedOnItsBrokenFileAtTheLineToMendAndNoOtherRuleIs(String rule) throws IOException {
        Path file = BROKEN.resolve(rule + ".camel.yaml");
        List<String> lines = Files.readAllLines(file);

        List<Problem> problems = check(file);

        assertThat(problems).isNotEmpty().allSatisfy(problem -> {
            assertThat(problem.rule()).isEqualTo(rule);
            if (lines.stream().anyMatch(line -> line.contains(MARK))) {
                assertThat(lines.get(problem.line() - 1)).contains(MARK);
            }
        });
    }

    @Test
    void fileThatBreaksNothingThereIsNone() throws IOException {
        try (Stream<Path> files = Files.list(BROKEN)) {
            assertThat(files.map(file -> file.getFileName().toString().replace(".camel.yaml", "")))
                    .containsExactlyInAnyOrderElementsOf(RouteCheck.rules());
        }
    }

    /** The settings decide which of the routes a message goes through. */
    @ParameterizedTest
    @CsvSource({"transaction, at-most-once", "transaction, at-least-once", "claim, at-most-once", "claim, at-least-once"
    })
    void filesThatShipBreakNothing(String invoices, String mails) throws IOException {
        var check = new RouteCheck(
                Path.of("routes"), List.of("--billing.invoice.mode=" + invoices, "--billing.mail.delivery=" + mails));
        check.examine(shipped().toList());

        assertThat(check.problems()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void eachFileThatShipsBreaksNothingByItself(Path file) {
        assertThat(check(file)).isEmpty();
    }

    @Test
    void workBehindTheInboxOfARouteThatIsCalledIsProtected() {
        assertThat(check(Path.of("src/test/resources/routes-that-hold/inbox-behind-direct.camel.yaml")))
                .isEmpty();
    }

    @Test
    void workOfARouteThatIsCalledIsNotProtectedBesideItsInbox() throws IOException {
        Path file = directory.resolve("called.camel.yaml");
        Files.writeString(
                file,
                Files.readString(Path.of("src/test/resources/routes-that-hold/inbox-behind-direct.camel.yaml"))
                        .replace("id: charge", "id: pay")
                        .concat(STEP_BESIDE));

        assertThat(check(file)).extracting(Problem::rule).containsExactly("effect-outside-block");
    }

    @Test
    void exceptionThatAConfigurationInAnotherFileHandlesIsFoundAtTheRoute() throws IOException {
        Path configuration = directory.resolve("all.camel.yaml");
        Files.writeString(
                configuration,
                """
                # yaml-language-server: $schema=camelYamlDsl.json
                - routeConfiguration:
                    onException:
                      - onException:
                          id: any
                          description: Whatever fails
                          exception:
                            - java.lang.Exception
                          handled:
                            constant:
                              expression: "true"
                """);

        assertThat(check(configuration, Path.of("routes/billing-invoice.camel.yaml")))
                .extracting(Problem::rule)
                .containsExactly("handled-exception");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "remove-on-failure",
                "effect-outside-block",
                "payment-key",
                "retry-advice",
                "unknown-bean",
                "step-id"
            })
    void waiverWithAReasonSilencesItsRule(String rule) throws IOException {
        assertThat(check(waived(rule, "guard.waive." + rule + ": tried on purpose")))
                .isEmpty();
    }

    @Test
    void waiverWithoutAReasonSilencesNothingAndIsAFindingItself() throws IOException {
        assertThat(check(waived("eager", "guard.waive.eager:")))
                .extracting(Problem::rule)
                .containsExactlyInAnyOrder("eager", "waiver");
    }

    @Test
    void waiverOfNoRuleIsAFinding() throws IOException {
        assertThat(check(waived("eager", "guard.waive.eagre: tried on purpose")))
                .extracting(Problem::rule)
                .containsExactlyInAnyOrder("eager", "waiver");
    }

    @Test
    void waiverOfAnotherRouteSilencesNothing() throws IOException {
        Path other = directory.resolve("other.camel.yaml");
        Files.writeString(
                other,
                Files.readString(waived("eager", "guard.waive.eager: tried on purpose"))
                        .replace("id: broken", "id: other"));

        assertThat(check(BROKEN.resolve("eager.camel.yaml"), other))
                .extracting(Problem::rule)
                .containsExactly("eager");
    }

    @Test
    void problemIsPrintedAsCompilersDo() {
        Path file = BROKEN.resolve("eager.camel.yaml");

        assertThat(check(file).get(0).toString()).matches("\\Q" + file + "\\E:\\d+:19: eager: eager must be true; .*");
    }

    @Test
    void whatTakesARunningApplicationIsSaidNotToBeChecked() {
        var check = new RouteCheck(Path.of("routes"), List.of());
        check.examine(List.of(Path.of("routes/billing-invoice.camel.yaml")));

        assertThat(check.notChecked()).anyMatch(line -> line.contains("same-database is not checked"));
    }

    @Test
    void placeholderHasItsValueFromTheSettingsBesideTheFiles() throws IOException {
        Files.writeString(directory.resolve("application.properties"), "no.such.setting=4\n");
        var check = new RouteCheck(directory, List.of());
        check.examine(List.of(BROKEN.resolve("placeholder.camel.yaml")));

        assertThat(check.problems()).isEmpty();
    }

    @Test
    void beanOfAFileIsKnownToTheOthers() throws IOException {
        Path beans = directory.resolve("beans.camel.yaml");
        Files.writeString(
                beans,
                """
                # yaml-language-server: $schema=camelYamlDsl.json
                - beans:
                    - name: nobody
                      type: java.lang.Object
                """);

        assertThat(check(beans, BROKEN.resolve("unknown-bean.camel.yaml"))).isEmpty();
    }

    private Path waived(String rule, String line) throws IOException {
        Path file = directory.resolve("waived.camel.yaml");
        Files.writeString(
                file,
                Files.readString(BROKEN.resolve(rule + ".camel.yaml"))
                        .replaceFirst("(?m)^    from:", "    note: |-\n      " + line + "\n    from:"));
        return file;
    }

    private static List<Problem> check(Path... files) {
        var check = new RouteCheck(Path.of("routes"), List.of());
        check.examine(List.of(files));
        return check.problems();
    }
}

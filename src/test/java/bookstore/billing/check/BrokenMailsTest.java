package bookstore.billing.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A mail that ships is right in its own shape alone: each edit that takes something from the shape is found. */
class BrokenMailsTest {

    private static final Path SHIPPED = Path.of("routes/order-notification.camel.yaml");

    private static final String SEND = "uri: direct:order-notification-send";

    private static final String TAKEN = "${variable.taken} == true";

    private static final String SET = "name: taken\n";

    @TempDir
    private Path directory;

    static Stream<Arguments> edits() {
        return Stream.of(
                arguments("sent whatever taken says", TAKEN, "true", "effect-outside-block"),
                arguments("sent to copies alone", TAKEN, "${variable.taken} != true", "effect-outside-block"),
                arguments("taken by what the sender says", TAKEN, "${header.taken} == true", "effect-outside-block"),
                arguments("sent where nothing was taken", "uri: direct:order-notification-take", SEND, "no-inbox"),
                arguments(
                        "no inbox behind direct",
                        "direct:order-notification-{{billing.mail.delivery:at-most-once}}",
                        "direct:order-notification-send",
                        "no-inbox"),
                arguments(
                        "a route that is not there",
                        "direct:order-notification-{{billing.mail.delivery:at-most-once}}",
                        "direct:elsewhere",
                        "no-inbox"),
                arguments("another consumer's inbox", "#notificationInbox", "#invoiceMailInbox", "own-inbox"),
                arguments(
                        "a message's id from anywhere", "ref: orderReader", "ref: paymentEvents", "message-id-source"),
                arguments("another variable says so", SET, "name: ours\n", "effect-outside-block"),
                arguments(
                        "a payment that may be lost",
                        "uri: smtp:mail-server",
                        "uri: sql:charge",
                        "effect-outside-block"),
                arguments("a loss that nobody counts", "method: lost", "method: unknown", "at-most-once"),
                arguments(
                        "a loss that is not caught", "- java.lang.Exception", "- java.io.IOException", "at-most-once"),
                arguments("taken after all", "name: triedBefore", "name: taken", "at-most-once"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("edits")
    void editThatBreaksTheShapeIsFound(String what, String from, String to, String rule) throws IOException {
        String text = Files.readString(SHIPPED);
        assertThat(text).contains(from);
        Path file = Files.writeString(
                directory.resolve("edited.camel.yaml"),
                text.replaceFirst(Pattern.quote(from), Matcher.quoteReplacement(to)));

        assertThat(rulesBrokenIn(file)).contains(rule);
    }

    /** The transaction's COMMIT would fail inside the doTry, which takes the message for a mail that was lost. */
    @ParameterizedTest
    @MethodSource("takesInsideATry")
    void catchAroundTheTakeIsFound(String from, String to) throws IOException {
        String text = Files.readString(SHIPPED);
        assertThat(text).contains(from);
        Path file = Files.writeString(
                directory.resolve("edited.camel.yaml"),
                text.replaceFirst(Pattern.quote(from), Matcher.quoteReplacement(to)));

        assertThat(rulesBrokenIn(file)).contains("caught-exception");
    }

    static Stream<Arguments> takesInsideATry() {
        return Stream.of(
                arguments(
                        """
                        - to:
                            id: notice-take-message
                            description: From its return on, the message counts as processed
                            uri: direct:order-notification-take
                """,
                        """
                        - doTry:
                            id: notice-try-to-take
                            description: Whatever comes of it
                            steps:
                              - to:
                                  id: notice-take-message
                                  description: From its return on, the message counts as processed
                                  uri: direct:order-notification-take
                            doCatch:
                              - id: notice-not-taken
                                description: It failed
                                exception:
                                  - java.lang.Exception
                """));
    }

    private static List<String> rulesBrokenIn(Path file) {
        var check = new RouteCheck(Path.of("routes"), List.of());
        check.examine(List.of(file));
        return check.problems().stream().map(Problem::rule).toList();
    }
}

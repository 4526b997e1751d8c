package bookstore.billing.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever means a command gets one, or an answer with what is possible, and never a consumer. */
class CommandsTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @ValueSource(strings = {"check", "dead-leters", "x y", "-h", "--help", "--version"})
    void wordOrACallForHelpIsACommand(String argument) {
        assertThat(Commands.areMeantBy(new String[] {"--billing.payment.timeout=5s", argument}))
                .isTrue();
    }

    @Test
    void settingsAloneAreNone() {
        assertThat(Commands.areMeantBy(new String[] {})).isFalse();
        assertThat(Commands.areMeantBy(new String[] {"--debug", "--billing.payment.timeout=5s"}))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"chek", "dead-leters"})
    void unknownCommandIsAnsweredWithWhatIsPossible(String command) {
        assertThat(run(command, "list")).isEqualTo(2);

        assertThat(err.toString()).contains("unknown command " + command, "Usage:");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void settingAloneBeforeNoCommandIsAskedForOne() {
        assertThat(run("--spring.rabbitmq.host=x")).isEqualTo(2);

        assertThat(err.toString()).contains("a command is missing");
    }

    @Test
    void helpIsTheResultThatWasAskedFor() {
        assertThat(run("--help")).isZero();

        assertThat(out.toString()).contains("Usage:", "SPRING_DATASOURCE_URL");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void commandListHasAWholeSentenceOfEachCommand() {
        run("--help");

        String list = out.toString();
        String commands = list.substring(list.indexOf("Commands:"), list.indexOf("Servers and settings"))
                .replaceAll("\\s+", " ");
        assertThat(commands)
                .contains(
                        "Commands: dead-letters Lists dead letters, says what a replay would do",
                        ". reconcile Holds the payment provider's ledger",
                        "and prints what differs",
                        ". ask Tells all that is known of a message or an order");
        assertThat(commands.strip()).endsWith(".");
    }

    /** No server is needed for any of these. */
    private int run(String... arguments) {
        return Commands.run(CommandsTest.class, new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }
}

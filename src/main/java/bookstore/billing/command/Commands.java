package bookstore.billing.command;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The jar's commands. Without one, the application runs; whoever means one, even one that there is not, never starts a
 * consumer.
 *
 * <p>Each command is a class of this package with picocli's annotations, has an {@link Output} as a mixin where it
 * prints, opens the {@link Servers} that it needs, and returns one of {@link ExitStatus}.
 */
@Command(
        name = "billing-invoice",
        description = "Without a command the application runs. With one, nothing is consumed:",
        customSynopsis = "java -jar billing-invoice.jar [--name=value ...] <command>",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        exitCodeOnInvalidInput = ExitStatus.USAGE,
        exitCodeOnExecutionException = ExitStatus.FAILED,
        footer = {
            "",
            "Servers and settings are the application's: environment variables such as",
            "SPRING_DATASOURCE_URL, SPRING_RABBITMQ_HOST, BILLING_PAYMENT_URL, or --name=value before the command.",
            "A command needs only the servers that it uses."
        })
public final class Commands implements Runnable {

    /** What the application takes as a setting: {@code --spring.datasource.url=...}. */
    private static final Pattern SETTING = Pattern.compile("--[A-Za-z][\\w-]*[.][\\w.\\[\\]-]*=.*", Pattern.DOTALL);

    private static final int WIDTH = 100;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Commands() {}

    /** The commands there are; a new one is added here. */
    private static List<Object> all(Servers servers, List<String> settings) {
        return List.of(
                DeadLettersCommand.line(servers),
                new ReconcileCommand(servers),
                new AskCommand(servers),
                new CheckCommand(settings));
    }

    /** Whether these arguments ask for a command, right or wrong, or for help; otherwise they are settings only. */
    public static boolean areMeantBy(String[] arguments) {
        return Arrays.stream(arguments)
                .anyMatch(argument ->
                        !argument.startsWith("--") || argument.equals("--help") || argument.equals("--version"));
    }

    /**
     * Runs the command that the arguments name. Settings, {@code --name=value}, may stand before it.
     *
     * @param beans a Spring configuration with what commands ask {@link Servers} for
     * @return the exit status, one of {@link ExitStatus}
     */
    public static int run(Class<?> beans, String... arguments) {
        // what runs without Spring logs as the others do: nothing
        System.setProperty("logback.configurationFile", "logback-command.xml");
        return run(beans, new PrintWriter(System.out, true), new PrintWriter(System.err, true), arguments);
    }

    /**
     * The same with other outputs.
     *
     * @param out for what was asked for
     * @param err for what is not the result itself: progress, refusals, failures
     */
    public static int run(Class<?> beans, PrintWriter out, PrintWriter err, String... arguments) {
        List<String> rest = new ArrayList<>(List.of(arguments));
        List<String> settings = new ArrayList<>();
        while (!rest.isEmpty() && SETTING.matcher(rest.get(0)).matches()) {
            settings.add(rest.remove(0));
        }
        return line(new Servers(beans, settings), settings)
                .setOut(out)
                .setErr(err)
                .execute(rest.toArray(String[]::new));
    }

    private static CommandLine line(Servers servers, List<String> settings) {
        var line = new CommandLine(new Commands());
        all(servers, settings).forEach(line::addSubcommand);
        line.registerConverter(Duration.class, Durations::of);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setUsageHelpWidth(WIDTH);
        line.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
        line.setExecutionExceptionHandler(new FailedCommand());
        line.setParameterExceptionHandler(new WrongArguments());
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, new CommandList());
        return line;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}

package bookstore.billing.command;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The group of commands about dead letters. */
@Command(
        name = "dead-letters",
        description = "Lists dead letters, says what a replay would do, sends them again, or gives them up.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "list|plan|replay|discard",
        exitCodeOnInvalidInput = ExitStatus.USAGE)
final class DeadLettersCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private DeadLettersCommand() {}

    /** The group with its commands. */
    static CommandLine line(Servers servers) {
        return new CommandLine(new DeadLettersCommand())
                .addSubcommand(new ListCommand(servers))
                .addSubcommand(new PlanCommand(servers))
                .addSubcommand(new ReplayCommand(servers))
                .addSubcommand(new DiscardCommand(servers));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}

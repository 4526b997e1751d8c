package bookstore.billing.command;

import bookstore.billing.delivery.OneLine;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Answers arguments that nobody knows with what is possible, on the error output. */
final class WrongArguments implements IParameterExceptionHandler {

    @Override
    public int handleParseException(ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        PrintWriter err = command.getErr();
        err.println(command.getCommandSpec().qualifiedName(" ") + ": " + text(wrong));
        UnmatchedArgumentException.printSuggestions(wrong, err);
        err.println();
        command.usage(err);
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    private static String text(ParameterException wrong) {
        if (wrong instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            String first = unmatched.getUnmatched().get(0);
            CommandSpec command = wrong.getCommandLine().getCommandSpec();
            boolean takesCommand =
                    command.parent() == null || !command.subcommands().isEmpty();
            String kind = first.startsWith("-") ? "option " : takesCommand ? "command " : "argument ";
            return "unknown " + kind + OneLine.of(first);
        }
        return OneLine.of(wrong.getMessage());
    }
}

package bookstore.billing.command;

import bookstore.billing.operate.StartFailure;
import bookstore.billing.operate.StartRefusedException;
import bookstore.billing.replay.NoDeadLettersException;
import org.springframework.boot.context.properties.bind.BindException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Tells in one line, on the error output, why a command did not end as it should. */
final class FailedCommand implements IExecutionExceptionHandler {

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult arguments) {
        boolean settings = isSettings(failure);
        String text = settings ? StartFailure.line(failure) : StartFailure.rootCause(failure);
        command.getErr().println(command.getCommandSpec().qualifiedName(" ") + ": " + text);
        return settings ? ExitStatus.USAGE : ExitStatus.FAILED;
    }

    private static boolean isSettings(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof StartRefusedException
                    || cause instanceof BindException
                    || cause instanceof NoDeadLettersException) {
                return true;
            }
        }
        return false;
    }
}

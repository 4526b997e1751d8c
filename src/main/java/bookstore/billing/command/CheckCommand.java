package bookstore.billing.command;

import bookstore.billing.check.Problem;
import bookstore.billing.check.RouteCheck;
import bookstore.billing.check.RouteFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code check}. It opens no server, and starts no Spring. */
@Command(
        name = "check",
        description = {
            "Examines route files without any server, and prints file:line:column: rule: text for each finding.",
            "src/docs/route-rules.md says what goes wrong without a rule, and how a route waives one."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            " 0:There is no finding.",
            " 1:There are findings.",
            " 2:A file or folder is not there, or has no route file; nothing was examined.",
        })
final class CheckCommand implements Callable<Integer> {

    private final List<String> settings;

    @Parameters(
            paramLabel = "<path>",
            description = "Route files, or folders with *.camel.yaml in them or below. Default: routes.",
            defaultValue = "routes")
    private List<Path> paths = List.of();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** @param settings given on the command line, {@code --name=value}: values of placeholders */
    CheckCommand(List<String> settings) {
        this.settings = List.copyOf(settings);
    }

    @Override
    public Integer call() throws IOException {
        RouteFiles files = files();
        var check = new RouteCheck(files.folder(), settings);
        check.examine(files.paths());
        List<Problem> problems = check.problems();
        problems.forEach(problem -> spec.commandLine().getOut().println(problem));
        check.notChecked().forEach(line -> spec.commandLine().getErr().println("note: " + Lines.printable(line)));
        spec.commandLine().getOut().flush();
        return problems.isEmpty() ? ExitStatus.DONE : ExitStatus.LEFT;
    }

    private RouteFiles files() throws IOException {
        try {
            return RouteFiles.of(paths);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }
}

package bookstore.billing.command;

import bookstore.billing.operate.ServerSetting;
import bookstore.billing.replay.DeadLetters;
import bookstore.billing.replay.DiscardResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code dead-letters discard}. */
@Command(
        name = "discard",
        description = {
            "Gives dead letters up.",
            "Each is recorded in the table discarded_message, with who and why, and then taken out."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            " 0:All that were selected were discarded.",
            " 1:None was selected, or some are left by --limit.",
            ExitStatus.USAGE_TEXT,
            ExitStatus.FAILED_TEXT
        })
final class DiscardCommand implements Callable<Integer> {

    private final Servers servers;

    @Mixin
    private Selection selection = new Selection();

    @Mixin
    private Output output = new Output();

    @Option(names = "--why", paramLabel = "<text>", required = true, description = "Why they are given up; recorded.")
    private String why = "";

    @Option(
            names = "--user",
            paramLabel = "<name>",
            defaultValue = "${sys:user.name}",
            description = "Who decided; recorded. Default: the user of the operating system.")
    private String user = "";

    @Option(names = "--limit", paramLabel = "<n>", description = "Discard at most so many, the oldest first.")
    private int limit = Integer.MAX_VALUE;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    DiscardCommand(Servers servers) {
        this.servers = servers;
    }

    @Override
    public Integer call() {
        check();
        List<DiscardResult> results = new ArrayList<>();
        try (OpenServers open = servers.open(selection.server(), ServerSetting.DATABASE)) {
            DeadLetters deadLetters = open.get(DeadLetters.class);
            int left = limit;
            for (String queue : selection.queues()) {
                DiscardResult result =
                        deadLetters.discard(queue, selection.source(), selection.filter(), left, why, user);
                results.add(result);
                left -= result.discarded().size();
                if (!output.isJson()) {
                    print(result);
                }
            }
        }
        if (output.isJson()) {
            output.json(results.stream().map(this::json).toList());
        }
        boolean any = results.stream().anyMatch(result -> !result.discarded().isEmpty());
        return any && results.stream().allMatch(result -> result.left() == 0) ? ExitStatus.DONE : ExitStatus.LEFT;
    }

    private void check() {
        if (!selection.isGiven()) {
            throw new ParameterException(spec.commandLine(), "say which: --queue, --message-id, or another filter");
        }
        if (limit < 1) {
            throw new ParameterException(spec.commandLine(), "--limit is above 0");
        }
        if (why.isBlank() || user.isBlank()) {
            throw new ParameterException(spec.commandLine(), "--why and --user are not empty");
        }
    }

    private void print(DiscardResult result) {
        output.out()
                .println("%s: %d of %d discarded and recorded as decided by %s, %d selected ones left"
                        .formatted(
                                selection.place(result.queue()),
                                result.discarded().size(),
                                result.there(),
                                Lines.printable(user),
                                result.left()));
        result.discarded().forEach(letter -> {
            output.out().println(LetterLines.head(letter, Lines.printable(letter.reason())));
            LetterLines.print(letter, output.out());
        });
        output.out().flush();
    }

    private Map<String, Object> json(DiscardResult result) {
        var json = new LinkedHashMap<String, Object>();
        String place = selection.place(result.queue());
        json.put("place", place);
        json.put("there", result.there());
        json.put("left", result.left());
        json.put(
                "discarded",
                result.discarded().stream().map(letter -> letter.fields(place)).toList());
        return json;
    }
}

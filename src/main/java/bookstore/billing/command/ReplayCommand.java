package bookstore.billing.command;

import bookstore.billing.operate.ServerSetting;
import bookstore.billing.replay.DeadLetters;
import bookstore.billing.replay.Progress;
import bookstore.billing.replay.ReplayResult;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code dead-letters replay}. */
@Command(
        name = "replay",
        description = {
            "Sends dead letters back to their consumers, the oldest first.",
            "Only those that are there when it starts. A letter stays until the broker has confirmed its copy.",
            "What \"plan\" calls a conflict or too old is not sent. It may be stopped at any time and run again:",
            "what was sent twice is skipped."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            " 0:All that were selected were sent.",
            " 1:Some were refused or are left: by --limit, or since the run took too long.",
            ExitStatus.USAGE_TEXT,
            ExitStatus.FAILED_TEXT
        })
final class ReplayCommand implements Callable<Integer> {

    private final Servers servers;

    @Mixin
    private Selection selection = new Selection();

    @Mixin
    private Output output = new Output();

    @Option(names = "--all", description = "Where no queue and no filter is given: really all of them.")
    private boolean all;

    @Option(names = "--limit", paramLabel = "<n>", description = "Send at most so many.")
    private int limit = Integer.MAX_VALUE;

    @Option(
            names = "--rate",
            paramLabel = "<n>",
            defaultValue = "50",
            description = "Send at most so many in a second. Default: ${DEFAULT-VALUE}.")
    private double rate;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    ReplayCommand(Servers servers) {
        this.servers = servers;
    }

    @Override
    public Integer call() {
        check();
        List<ReplayResult> results = new ArrayList<>();
        try (OpenServers open = servers.open(ServerSetting.BROKER, ServerSetting.DATABASE)) {
            DeadLetters deadLetters = open.get(DeadLetters.class);
            int left = limit;
            for (String queue : selection.queues()) {
                ReplayResult result = replay(deadLetters, queue, left);
                results.add(result);
                left -= result.replayed().size();
                if (result.failed()) {
                    break;
                }
            }
        }
        if (output.isJson()) {
            output.json(results.stream().map(this::json).toList());
        }
        return status(results);
    }

    private void check() {
        if (!all && !selection.isGiven()) {
            throw new ParameterException(spec.commandLine(), "say which: --all, --queue, or another filter");
        }
        if (limit < 1 || !(rate > 0)) {
            throw new ParameterException(spec.commandLine(), "--limit and --rate are above 0");
        }
    }

    private ReplayResult replay(DeadLetters deadLetters, String queue, int most) {
        ReplayResult result;
        try (ProgressBar bar = new ProgressBar(output.err())) {
            Progress progress = output.isJson() ? Progress.SILENT : bar;
            result = deadLetters.replay(queue, selection.source(), selection.filter(), most, rate, progress);
        }
        print(result);
        return result;
    }

    private void print(ReplayResult result) {
        String place = selection.place(result.queue());
        if (result.stopped() != null) {
            output.err().println(place + ": stopped: " + Lines.printable(result.stopped()));
        }
        if (output.isJson()) {
            return;
        }
        PrintWriter out = output.out();
        out.println("%s: %d of %d selected, %d sent, %d refused, %d left"
                .formatted(
                        place,
                        result.selected(),
                        result.there(),
                        result.replayed().size(),
                        result.refused().size(),
                        result.left()));
        Forecasts.summary(result.replayed(), out);
        if (!result.refused().isEmpty()) {
            out.println("NOT SENT, and still there:");
            result.refused().forEach(forecast -> Forecasts.print(forecast, out));
        }
        out.flush();
    }

    private Map<String, @Nullable Object> json(ReplayResult result) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        String place = selection.place(result.queue());
        json.put("place", place);
        json.put("queue", result.queue());
        json.put("there", result.there());
        json.put("selected", result.selected());
        json.put("sent", result.replayed().size());
        json.put("left", result.left());
        json.put("stopped", result.stopped());
        json.put("effects", Forecasts.words(result.replayed()));
        json.put(
                "refused",
                result.refused().stream()
                        .map(forecast -> forecast.fields(place))
                        .toList());
        return json;
    }

    private static int status(List<ReplayResult> results) {
        if (results.stream().anyMatch(ReplayResult::failed)) {
            return ExitStatus.FAILED;
        }
        boolean done = results.stream()
                .allMatch(result -> result.refused().isEmpty() && result.left() == 0 && result.stopped() == null);
        return done ? ExitStatus.DONE : ExitStatus.LEFT;
    }
}

package bookstore.billing.command;

import bookstore.billing.replay.DeadLetter;
import bookstore.billing.replay.DeadLetters;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code dead-letters list}. */
@Command(
        name = "list",
        description = {
            "Lists dead letters, the oldest first.",
            "Nothing is changed; while it looks, for a moment, nobody else can take them."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {ExitStatus.DONE_TEXT, ExitStatus.USAGE_TEXT, ExitStatus.FAILED_TEXT})
final class ListCommand implements Callable<Integer> {

    private final Servers servers;

    @Mixin
    private Selection selection = new Selection();

    @Mixin
    private Output output = new Output();

    ListCommand(Servers servers) {
        this.servers = servers;
    }

    @Override
    public Integer call() {
        try (OpenServers open = servers.open(selection.server())) {
            DeadLetters deadLetters = open.get(DeadLetters.class);
            List<Map<String, @Nullable Object>> json = new ArrayList<>();
            for (String queue : selection.queues()) {
                List<DeadLetter> letters = deadLetters.list(queue, selection.source(), selection.filter());
                if (output.isJson()) {
                    letters.forEach(letter -> json.add(letter.fields(selection.place(queue))));
                } else {
                    print(selection.place(queue), letters);
                }
            }
            if (output.isJson()) {
                output.json(json);
            }
            return ExitStatus.DONE;
        }
    }

    private void print(String place, List<DeadLetter> letters) {
        PrintWriter out = output.out();
        out.println(place + ": " + letters.size());
        for (DeadLetter letter : letters) {
            out.println(LetterLines.head(
                    letter,
                    "%-20s attempts %d  replays %d"
                            .formatted(Lines.printable(letter.reason()), letter.attempts(), letter.replays())));
            LetterLines.print(letter, out);
            LetterLines.line(
                    "first failed " + LetterLines.time(letter.firstFailedAt()) + "  dead letter since "
                            + LetterLines.time(letter.failedAt()),
                    out);
            if (letter.error() != null) {
                LetterLines.line(letter.error(), out);
            }
        }
        out.flush();
    }
}

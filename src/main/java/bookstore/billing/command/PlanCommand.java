package bookstore.billing.command;

import bookstore.billing.operate.ServerSetting;
import bookstore.billing.replay.DeadLetters;
import bookstore.billing.replay.Forecast;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code dead-letters plan}. */
@Command(
        name = "plan",
        description = {
            "Says of each dead letter what a replay would do, and why.",
            "Nothing is changed; while it looks, for a moment, nobody else can take them.",
            "",
            "invoice              charged and invoiced; an earlier charge is looked up first",
            "handle               handled by its consumer",
            "skip-message-id      skipped: its message id has been processed, or is that of one before it",
            "skip-order           skipped: its order has an invoice",
            "comes-back           its consumer cannot read it: a dead letter again",
            "message-id-conflict  not sent: its id was processed with another content",
            "order-conflict       not sent: its order has an invoice of another amount or currency",
            "too-old              not sent: the inbox may have forgotten it"
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            " 0:A replay would send all of them.",
            " 1:Some would not be sent.",
            ExitStatus.USAGE_TEXT,
            ExitStatus.FAILED_TEXT
        })
final class PlanCommand implements Callable<Integer> {

    private final Servers servers;

    @Mixin
    private Selection selection = new Selection();

    @Mixin
    private Output output = new Output();

    PlanCommand(Servers servers) {
        this.servers = servers;
    }

    @Override
    public Integer call() {
        try (OpenServers open = servers.open(selection.server(), ServerSetting.DATABASE)) {
            DeadLetters deadLetters = open.get(DeadLetters.class);
            List<Forecast> all = new ArrayList<>();
            List<Map<String, @Nullable Object>> json = new ArrayList<>();
            for (String queue : selection.queues()) {
                List<Forecast> plan = deadLetters.plan(queue, selection.source(), selection.filter());
                all.addAll(plan);
                if (output.isJson()) {
                    plan.forEach(forecast -> json.add(forecast.fields(selection.place(queue))));
                } else {
                    print(selection.place(queue), plan);
                }
            }
            if (output.isJson()) {
                output.json(json);
            }
            return all.stream().allMatch(forecast -> forecast.effect().isReplayed())
                    ? ExitStatus.DONE
                    : ExitStatus.LEFT;
        }
    }

    private void print(String place, List<Forecast> plan) {
        PrintWriter out = output.out();
        out.println(place + ": " + plan.size());
        plan.forEach(forecast -> Forecasts.print(forecast, out));
        Forecasts.summary(plan, out);
        out.flush();
    }
}

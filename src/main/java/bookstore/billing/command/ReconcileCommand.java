package bookstore.billing.command;

import bookstore.billing.operate.ServerSetting;
import bookstore.billing.reconcile.Difference;
import bookstore.billing.reconcile.Findings;
import bookstore.billing.reconcile.Kind;
import bookstore.billing.reconcile.Period;
import bookstore.billing.reconcile.Reconciliation;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code reconcile}. */
@Command(
        name = "reconcile",
        description = {
            "Holds the payment provider's ledger of a period against our invoices and payments, and prints what",
            "differs, with what is known of each. It changes nothing and may run while orders come in: an order",
            "that is just being invoiced is looked at again before it counts."
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            " 0:Nothing differs.",
            " 1:Something differs.",
            ExitStatus.USAGE_TEXT,
            " 3:A server could not be asked: there is no result."
        })
final class ReconcileCommand implements Callable<Integer> {

    private static final Duration DAY = Duration.ofDays(1);

    private final Servers servers;

    @Mixin
    private Output output = new Output();

    @Option(
            names = "--from",
            paramLabel = "<instant>",
            description = "The first instant, such as 2026-12-01T00:00:00Z. Default: a day before the end.")
    private @Nullable Instant from;

    @Option(
            names = "--to",
            paramLabel = "<instant>",
            description = {
                "The first instant after the period. Default: now, less the retries' delays",
                "and a minute, so that what only waits for its next try is no difference."
            })
    private @Nullable Instant to;

    @Option(
            names = "--grace",
            paramLabel = "<time>",
            description = {
                "How long an order may differ before it counts, such as 30s.",
                "Default: billing.payment.timeout and 5 s."
            })
    private @Nullable Duration grace;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    ReconcileCommand(Servers servers) {
        this.servers = servers;
    }

    @Override
    public Integer call() {
        try (OpenServers open =
                servers.open(ServerSetting.DATABASE, ServerSetting.BROKER, ServerSetting.PAYMENT_PROVIDER)) {
            Reconciliation reconciliation = open.get(Reconciliation.class);
            Findings findings = reconciliation.of(
                    period(reconciliation), grace == null ? reconciliation.grace() : grace, progress());
            if (output.isJson()) {
                output.json(findings);
            } else {
                print(findings);
            }
            findings.notAsked().forEach(line -> output.err().println("not looked at: " + line));
            return findings.differences().isEmpty() ? ExitStatus.DONE : ExitStatus.LEFT;
        }
    }

    private Period period(Reconciliation reconciliation) {
        try {
            Instant end = to;
            if (end == null) {
                Period lastDay = reconciliation.lastDay();
                return from == null ? lastDay : new Period(from, lastDay.to());
            }
            return new Period(from == null ? end.minus(DAY) : from, end);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }

    /** For a person who waits. */
    private Consumer<String> progress() {
        return output.isJson() || System.console() == null
                ? text -> {}
                : text -> output.err().println(text);
    }

    private void print(Findings findings) {
        PrintWriter out = output.out();
        out.println("%s to %s: %d charges, %d invoices, %d differences"
                .formatted(
                        findings.period().from(),
                        findings.period().to(),
                        findings.charges(),
                        findings.invoices(),
                        findings.differences().size()));
        for (Kind kind : Kind.values()) {
            List<Difference> some = findings.differences().stream()
                    .filter(difference -> difference.kind() == kind)
                    .toList();
            if (!some.isEmpty()) {
                out.println();
                out.println(kind.word() + ": " + some.size());
                some.forEach(difference -> print(difference, out));
            }
        }
        out.flush();
    }

    private static void print(Difference difference, PrintWriter out) {
        out.println("  order " + Lines.printable(difference.orderId()) + ": " + Lines.printable(difference.text()));
        if (difference.known().isEmpty()) {
            out.println("    nothing is known of it");
        }
        difference.known().forEach(line -> out.println("    " + Lines.printable(line)));
    }
}

package bookstore.billing.command;

import bookstore.billing.inquiry.Answer;
import bookstore.billing.inquiry.Inquiry;
import bookstore.billing.inquiry.Invoice;
import bookstore.billing.inquiry.OrderAnswer;
import bookstore.billing.inquiry.OrderRecord;
import bookstore.billing.inquiry.Payment;
import bookstore.billing.operate.ServerSetting;
import bookstore.billing.payment.Charge;
import java.io.PrintWriter;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ask}. */
@Command(
        name = "ask",
        description = {
            "Tells all that is known of a message or an order: inbox, invoice, payment, the provider's charge,",
            "dead letters, retries, what has expired or was discarded, events that it led to. It changes nothing."
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            " 0:Something is known.",
            " 1:Nothing is known.",
            ExitStatus.USAGE_TEXT,
            " 3:A server could not be asked; what the others know is printed."
        })
final class AskCommand implements Callable<Integer> {

    private final Servers servers;

    @Mixin
    private Output output = new Output();

    @ArgGroup(multiplicity = "1")
    private Subject subject = new Subject();

    /** One of the two. */
    private static final class Subject {

        @Option(names = "--message-id", paramLabel = "<id>", description = "The message's id, its exact text.")
        private @Nullable String messageId;

        @Option(names = "--order", paramLabel = "<uuid>", description = "The order's id.")
        private @Nullable UUID orderId;
    }

    AskCommand(Servers servers) {
        this.servers = servers;
    }

    @Override
    public Integer call() {
        try (OpenServers open =
                servers.open(ServerSetting.DATABASE, ServerSetting.BROKER, ServerSetting.PAYMENT_PROVIDER)) {
            Answer answer = ask(open.get(Inquiry.class));
            if (output.isJson()) {
                output.json(answer);
            } else {
                print(answer);
            }
            if (!answer.notAsked().isEmpty()) {
                return ExitStatus.FAILED;
            }
            return answer.isEmpty() ? ExitStatus.LEFT : ExitStatus.DONE;
        }
    }

    private Answer ask(Inquiry inquiry) {
        if (subject.orderId != null) {
            return inquiry.aboutOrder(subject.orderId);
        }
        return inquiry.aboutMessage(subject.messageId == null ? "" : subject.messageId);
    }

    private void print(Answer answer) {
        PrintWriter out = output.out();
        if (answer.isEmpty()) {
            out.println("nothing is known of it");
        }
        answer.inbox()
                .forEach(row -> out.println("inbox      message " + Lines.printable(row.messageId())
                        + " processed by " + Lines.printable(row.consumer()) + " at " + row.processedAt() + ": "
                        + (row.fingerprint() == null ? "put there by hand" : Lines.printable(row.fingerprint()))
                        + ", " + row.copiesInWords()));
        answer.messages()
                .forEach(message -> out.println("message    "
                        + (message.messageId() == null ? "(without an id)" : Lines.printable(message.messageId())) + " "
                        + Lines.printable(message.inWords())));
        answer.discarded()
                .forEach(discard -> out.println("discarded  message "
                        + (discard.messageId() == null ? "(without an id)" : Lines.printable(discard.messageId()))
                        + " of "
                        + Lines.printable(discard.queue()) + " by " + Lines.printable(discard.discardedBy()) + " at "
                        + discard.discardedAt() + ": " + Lines.printable(discard.why())));
        answer.events()
                .forEach(event -> out.println("event      " + Lines.printable(event.type()) + " " + event.messageId()
                        + ": " + Lines.printable(event.inWords())));
        answer.orders().forEach(order -> print(order, out));
        answer.notAsked().forEach(line -> out.println("NOT ASKED  " + Lines.printable(line)));
        out.println("not recorded:");
        answer.notRecorded().forEach(line -> out.println("  " + line));
        out.flush();
    }

    private static void print(OrderAnswer order, PrintWriter out) {
        OrderRecord record = order.record();
        out.println("order      " + order.orderId()
                + (record != null && record.inWork() ? ", in work at this moment" : ""));
        if (record == null) {
            out.println("  invoice  not asked");
            out.println("  payment  not asked");
        } else {
            print(record.invoice(), record.payment(), out);
        }
        Charge charge = order.charge();
        String none = order.providerAsked() ? "no charge known" : "not asked";
        out.println("  provider "
                + (charge == null
                        ? none
                        : Lines.printable(charge.status() + " " + charge.amount() + " " + charge.currency() + ", "
                                + charge.paymentId())));
    }

    private static void print(@Nullable Invoice invoice, @Nullable Payment payment, PrintWriter out) {
        out.println("  invoice  "
                + (invoice == null
                        ? "none"
                        : invoice.amount().toPlainString() + " " + invoice.currency() + ", payment "
                                + Lines.printable(invoice.paymentId()) + ", made at " + invoice.createdAt()));
        out.println("  payment  "
                + (payment == null
                        ? "none"
                        : payment.status() + " since " + payment.updatedAt()
                                + (payment.paymentId() == null ? "" : ", " + Lines.printable(payment.paymentId()))));
    }
}

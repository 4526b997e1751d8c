package bookstore.billing.command;

import bookstore.billing.delivery.Topology;
import bookstore.billing.operate.ServerSetting;
import bookstore.billing.replay.DeadLetterFilter;
import bookstore.billing.replay.Source;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options by which dead letters are chosen: all that are given must fit. A mixin. */
final class Selection {

    @Option(
            names = "--queue",
            paramLabel = "<queue>",
            description = {
                "The consumer's queue, such as billing-invoice (or billing-invoice.dlq).",
                "Several are possible. Default: those of all consumers."
            })
    private List<String> queues = new ArrayList<>();

    @Option(
            names = "--expired",
            description = "The rows of the table expired_message instead of the dead-letter queues.")
    private boolean expired;

    @Option(
            names = "--reason",
            paramLabel = "<word>",
            description =
                    "By x-reason, such as attempts-exhausted; \"expired\" where there is none. Several are possible.")
    private List<String> reasons = new ArrayList<>();

    @Option(names = "--message-id", paramLabel = "<id>", description = "By message id. Several are possible.")
    private List<String> messageIds = new ArrayList<>();

    @Option(names = "--order", paramLabel = "<uuid>", description = "By order id.")
    private @Nullable UUID orderId;

    @Option(names = "--older-than", paramLabel = "<time>", description = "Dead letters for longer than, such as 3d.")
    private @Nullable Duration olderThan;

    @Option(names = "--newer-than", paramLabel = "<time>", description = "Dead letters for less than, such as 2h.")
    private @Nullable Duration newerThan;

    List<String> queues() {
        return queues.isEmpty()
                ? Topology.consumedQueues()
                : queues.stream()
                        .map(name -> name.replaceFirst("[.]dlq$", ""))
                        .distinct()
                        .toList();
    }

    Source source() {
        return expired ? Source.EXPIRED : Source.QUEUE;
    }

    /** The server that has them. */
    ServerSetting server() {
        return expired ? ServerSetting.DATABASE : ServerSetting.BROKER;
    }

    DeadLetterFilter filter() {
        return new DeadLetterFilter(reasons, messageIds, orderId, olderThan, newerThan);
    }

    /** Whether anything was chosen at all; a command that changes something asks for that. */
    boolean isGiven() {
        return !queues.isEmpty() || !filter().equals(DeadLetterFilter.ALL);
    }

    /** How a queue's letters are headed: by where they are. */
    String place(String queue) {
        return expired ? "expired_message, " + queue : Topology.deadLetterQueue(queue);
    }
}

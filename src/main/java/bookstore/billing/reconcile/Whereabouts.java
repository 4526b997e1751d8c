package bookstore.billing.reconcile;

import bookstore.billing.inquiry.QueuedMessage;
import bookstore.billing.inquiry.Queues;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Where the messages wait whose orders differ. */
final class Whereabouts {

    private final Queues queues;

    Whereabouts(Queues queues) {
        this.queues = queues;
    }

    /**
     * @param notAsked gets a line for each place that could not be looked at
     * @return the same differences with their messages; the queues are looked at once for all of them
     */
    List<Difference> of(List<Difference> differences, List<String> notAsked) {
        if (differences.isEmpty()) {
            return differences;
        }
        Map<String, List<QueuedMessage>> messages = new HashMap<>();
        differences.forEach(difference -> messages.put(difference.orderId(), new ArrayList<>()));
        notAsked.addAll(queues.each(message -> {
            List<QueuedMessage> wanted = message.orderId() == null
                    ? null
                    : messages.get(message.orderId().toString());
            if (wanted != null) {
                wanted.add(message);
            }
        }));
        return differences.stream()
                .map(difference -> difference.with(messages.getOrDefault(difference.orderId(), List.of())))
                .toList();
    }
}

package bookstore.billing.inquiry;

import bookstore.billing.delivery.FailedServer;
import bookstore.billing.delivery.OneLine;
import bookstore.billing.payment.LedgerFailedException;
import bookstore.billing.payment.ProviderLedger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

/** Answers what is known of a message id or an order, out of all places where something is written down. */
public final class Inquiry {

    /** How an inbox row says its order. */
    private static final Pattern FINGERPRINT =
            Pattern.compile("order (\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12}) .*");

    private static final List<String> NOT_RECORDED = List.of(
            "Copies that were skipped are counted, not written down one by one.",
            "Failed tries stand in the message's own headers, so of a message that succeeded later they are gone.",
            "A message that waits in its consumer's queue, or that a consumer holds, cannot be seen from outside.");

    private final InboxRows inbox;
    private final OrderRecords records;
    private final Queues queues;
    private final Discards discards;
    private final OutboxRows outbox;
    private final ProviderLedger ledger;

    /** @param queues is looked at once for each question */
    public Inquiry(DataSource dataSource, Queues queues, ProviderLedger ledger) {
        this.inbox = new InboxRows(dataSource);
        this.records = new OrderRecords(dataSource);
        this.discards = new Discards(dataSource);
        this.outbox = new OutboxRows(dataSource);
        this.queues = queues;
        this.ledger = ledger;
    }

    /** @param messageId any text, told from others by its exact bytes */
    public Answer aboutMessage(String messageId) {
        return answer(
                messageId,
                null,
                () -> inbox.ofMessage(messageId),
                () -> discards.ofMessage(messageId),
                () -> outbox.ofMessage(messageId),
                message -> messageId.equals(message.messageId()));
    }

    public Answer aboutOrder(UUID orderId) {
        return answer(
                null,
                orderId,
                () -> inbox.ofOrder(orderId),
                () -> discards.ofOrder(orderId),
                () -> outbox.ofOrder(orderId),
                message -> orderId.equals(message.orderId()));
    }

    private Answer answer(
            @Nullable String messageId,
            @Nullable UUID orderId,
            Supplier<List<InboxRow>> inboxRows,
            Supplier<List<Discard>> discards,
            Supplier<List<OutboxRow>> events,
            Predicate<QueuedMessage> isMeant) {
        var messages = new ArrayList<QueuedMessage>();
        Set<String> notAsked = new LinkedHashSet<>();
        List<InboxRow> rows = fromDatabase(notAsked, inboxRows, List.of());
        List<Discard> discarded = notAsked.isEmpty() ? fromDatabase(notAsked, discards, List.of()) : List.of();
        List<OutboxRow> written = notAsked.isEmpty() ? fromDatabase(notAsked, events, List.of()) : List.of();
        // whoever has waited for it once need not wait again
        boolean databaseAnswers = notAsked.isEmpty();
        notAsked.addAll(queues.each(message -> {
            if (isMeant.test(message)) {
                messages.add(message);
            }
        }));
        Set<UUID> orders = orderId == null ? orders(rows, messages) : Set.of(orderId);
        Map<UUID, OrderRecord> known =
                databaseAnswers ? fromDatabase(notAsked, () -> records.find(orders), Map.of()) : Map.of();
        List<OrderAnswer> answers = orders.stream()
                .map(order -> answer(order, known.get(order), notAsked))
                .toList();
        return new Answer(
                messageId,
                orderId == null ? null : orderId.toString(),
                rows,
                messages,
                discarded,
                written,
                answers,
                List.copyOf(notAsked),
                NOT_RECORDED);
    }

    private static Set<UUID> orders(List<InboxRow> rows, List<QueuedMessage> messages) {
        Set<UUID> orders = new LinkedHashSet<>();
        for (InboxRow row : rows) {
            Matcher order = FINGERPRINT.matcher(row.fingerprint() == null ? "" : row.fingerprint());
            if (order.matches()) {
                orders.add(UUID.fromString(order.group(1)));
            }
        }
        for (QueuedMessage message : messages) {
            if (message.orderId() != null) {
                orders.add(message.orderId());
            }
        }
        return orders;
    }

    private OrderAnswer answer(UUID orderId, @Nullable OrderRecord record, Set<String> notAsked) {
        try {
            return new OrderAnswer(
                    orderId, record, ledger.charge(orderId.toString()).orElse(null), true);
        } catch (LedgerFailedException e) {
            notAsked.add(OneLine.of(e.getMessage()));
            return new OrderAnswer(orderId, record, null, false);
        }
    }

    private static <T> T fromDatabase(Set<String> notAsked, Supplier<T> question, T otherwise) {
        try {
            return question.get();
        } catch (DataAccessException e) {
            notAsked.add(FailedServer.line(e));
            return otherwise;
        }
    }
}

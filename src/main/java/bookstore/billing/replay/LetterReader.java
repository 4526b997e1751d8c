package bookstore.billing.replay;

import bookstore.billing.delivery.DeadLetterHeaders;
import bookstore.billing.delivery.OneLine;
import bookstore.billing.delivery.RefusedMessageException;
import bookstore.billing.order.OrderMessage;
import bookstore.billing.order.OrderReader;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageProperties;

/** Reads dead letters: their headers as they are written by us, and their bodies as their consumers read them. */
final class LetterReader {

    /** What a dead letter reads as that the broker itself dead-lettered. */
    private static final String NO_REASON = "expired";

    private static final Pattern ORDER_ID = Pattern.compile(
            "\"orderId\"\\s*:\\s*\"(\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12})\"", Pattern.CASE_INSENSITIVE);

    private static final int SEARCHED_BYTES = 1 << 20;

    private final OrderReader orders;
    private final Set<String> orderQueues;

    /** @param orderQueues the queues whose consumers read "order placed" messages */
    LetterReader(OrderReader orders, Set<String> orderQueues) {
        this.orders = orders;
        this.orderQueues = Set.copyOf(orderQueues);
    }

    DeadLetter read(String queue, long position, Message message) {
        MessageProperties properties = message.getMessageProperties();
        OrderMessage read = null;
        String refusal = null;
        if (orderQueues.contains(queue)) {
            try {
                read = orders.read(message);
            } catch (RefusedMessageException e) {
                refusal = e.reason().word() + ": " + OneLine.of(e.getMessage());
            }
        }
        return new DeadLetter(
                queue,
                position,
                read == null ? blankToNull(properties.getMessageId()) : read.id(),
                read == null ? orderId(message.getBody()) : read.order().orderId(),
                text(properties, DeadLetterHeaders.REASON, NO_REASON),
                blankToNull(text(properties, DeadLetterHeaders.ERROR, "")),
                number(properties, DeadLetterHeaders.ATTEMPTS),
                number(properties, DeadLetterHeaders.REPLAYS),
                FailureTimes.first(properties),
                FailureTimes.last(properties),
                read,
                refusal,
                message);
    }

    /** What names an order in a body that says none that could be invoiced is good enough to find it by. */
    private static @Nullable UUID orderId(byte[] body) {
        String text = new String(body, 0, Math.min(body.length, SEARCHED_BYTES), StandardCharsets.UTF_8);
        Matcher matcher = ORDER_ID.matcher(text);
        return matcher.find() ? UUID.fromString(matcher.group(1)) : null;
    }

    private static String text(MessageProperties properties, String header, String otherwise) {
        Object value = properties.getHeader(header);
        return value == null ? otherwise : OneLine.of(value.toString());
    }

    private static int number(MessageProperties properties, String header) {
        return properties.getHeader(header) instanceof Number number ? Math.max(0, number.intValue()) : 0;
    }

    private static @Nullable String blankToNull(@Nullable String text) {
        return text == null || text.isBlank() ? null : text;
    }
}

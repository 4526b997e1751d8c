package bookstore.billing.delivery;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.core.MessageDeliveryMode;
import org.springframework.amqp.core.MessageProperties;

/**
 * The message that takes the place of one whose try failed: body, id and headers as they came, with our headers, and
 * without what would end its journey early.
 */
final class Successor {

    /** Headers that the broker writes, and by which it would drop a message that takes the same way twice. */
    private static final List<String> DEATH_HEADERS = List.of("x-death", "x-first-death-", "x-last-death-");

    /** By which the broker gives a copy to each queue that they name, at every publish anew. */
    private static final List<String> COPY_HEADERS = List.of("CC", "BCC");

    private static final String ORIGINAL = "x-original-";

    /** The header comes from outside: whatever it says, adding to it must not overflow. */
    private static final int MAX_NUMBER = 1_000_000;

    private Successor() {}

    /** @param spent the tries that have failed by now */
    static Message of(Message message, int spent) {
        Message successor = freed(message);
        Map<String, Object> headers = successor.getMessageProperties().getHeaders();
        headers.put(DeadLetterHeaders.ATTEMPTS, spent);
        headers.putIfAbsent(DeadLetterHeaders.FIRST_FAILED_AT, Instant.now().toString());
        return successor;
    }

    /**
     * A dead letter as it goes back to its consumer: its tries start anew, its replays are counted.
     *
     * @param firstFailedAt what the header says from now on
     */
    static Message replayOf(Message letter, Instant firstFailedAt) {
        Message replay = freed(letter);
        Map<String, Object> headers = replay.getMessageProperties().getHeaders();
        headers.put(DeadLetterHeaders.REPLAYS, number(letter, DeadLetterHeaders.REPLAYS) + 1);
        headers.put(DeadLetterHeaders.FIRST_FAILED_AT, firstFailedAt.toString());
        headers.keySet()
                .removeAll(List.of(
                        DeadLetterHeaders.ATTEMPTS,
                        DeadLetterHeaders.REASON,
                        DeadLetterHeaders.ERROR,
                        DeadLetterHeaders.FAILED_AT));
        return replay;
    }

    private static Message freed(Message message) {
        Message successor = MessageBuilder.fromClonedMessage(message).build();
        MessageProperties properties = successor.getMessageProperties();
        properties.setDeliveryMode(MessageDeliveryMode.PERSISTENT);
        Map<String, Object> headers = properties.getHeaders();
        // what the broker says of this delivery is not part of the message
        headers.remove("x-delivery-count");
        for (String name : List.copyOf(headers.keySet())) {
            if (DEATH_HEADERS.stream().anyMatch(name::startsWith)) {
                headers.putIfAbsent(ORIGINAL + name.substring("x-".length()), headers.remove(name));
            }
        }
        for (String name : COPY_HEADERS) {
            if (headers.containsKey(name)) {
                headers.putIfAbsent(ORIGINAL + name.toLowerCase(Locale.ROOT), headers.remove(name));
            }
        }
        if (properties.getExpiration() != null) {
            headers.putIfAbsent(ORIGINAL + "expiration", properties.getExpiration());
            properties.setExpiration(null);
        }
        if (properties.getReceivedUserId() != null) {
            headers.putIfAbsent(ORIGINAL + "user-id", properties.getReceivedUserId());
        }
        properties.setUserId(null);
        // Spring's own count of deaths would be sent as a header
        properties.setRetryCount(0);
        return successor;
    }

    /** Leaves our headers alone, and says so. */
    static void dropSendersHeaders(Message successor) {
        Map<String, Object> headers = successor.getMessageProperties().getHeaders();
        headers.keySet().removeIf(name -> !DeadLetterHeaders.OURS.contains(name));
        headers.put(DeadLetterHeaders.HEADERS_DROPPED, true);
    }

    static int triesSpent(Message message) {
        return number(message, DeadLetterHeaders.ATTEMPTS);
    }

    static int number(Message message, String name) {
        Object header = message.getMessageProperties().getHeader(name);
        return header instanceof Number number ? Math.max(0, Math.min(number.intValue(), MAX_NUMBER)) : 0;
    }
}

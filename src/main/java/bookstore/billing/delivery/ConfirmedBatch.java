package bookstore.billing.delivery;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ConfirmListener;
import com.rabbitmq.client.ReturnListener;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the broker says of the messages of one batch; it is told by the connection's thread. */
final class ConfirmedBatch implements ConfirmListener, ReturnListener {

    private final NavigableMap<Long, String> open = new TreeMap<>();
    private final Map<String, String> refused = new HashMap<>();

    synchronized void publishing(long number, String messageId) {
        open.put(number, messageId);
    }

    @Override
    public void handleAck(long number, boolean andBefore) {
        settle(number, andBefore, null);
    }

    @Override
    public void handleNack(long number, boolean andBefore) {
        settle(number, andBefore, "the broker refused it");
    }

    private synchronized void settle(long number, boolean andBefore, @Nullable String refusal) {
        Map<Long, String> settled = andBefore ? open.headMap(number, true) : open.subMap(number, true, number, true);
        if (refusal != null) {
            settled.values().forEach(messageId -> refused.putIfAbsent(messageId, refusal));
        }
        settled.clear();
    }

    /** Comes before the confirm. */
    @Override
    public synchronized void handleReturn(
            int code, String text, String exchange, String key, AMQP.BasicProperties properties, byte[] body) {
        refused.put(properties.getMessageId(), OneLine.of("no queue is bound to exchange " + exchange + ": " + text));
    }

    synchronized boolean isOpen(String messageId) {
        return open.containsValue(messageId);
    }

    synchronized Map<String, String> refused() {
        return Map.copyOf(refused);
    }
}

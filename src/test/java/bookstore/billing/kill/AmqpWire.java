package bookstore.billing.kill;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/**
 * AMQP 0-9-1. The client's frames say {@code ack}, {@code nack} and {@code publish to} a queue or an exchange, the server's {@code delivery} and
 * {@code confirm of} what was published to. What was delivered and neither acked nor given back is counted.
 */
final class AmqpWire implements Wire {

    private static final int HEADER = 1 + Short.BYTES + Integer.BYTES;
    private static final int PREFACE = 8;
    private static final int METHOD = 1;

    private static final int CHANNEL_CLOSE = method(20, 40);
    private static final int PUBLISH = method(60, 40);
    private static final int DELIVER = method(60, 60);
    private static final int ACK = method(60, 80);
    private static final int REJECT = method(60, 90);
    private static final int NACK = method(60, 120);

    private final Map<Integer, NavigableSet<Long>> unacked = new ConcurrentHashMap<>();
    private final Map<Integer, String> published = new ConcurrentHashMap<>();
    private boolean started;

    @Override
    public @Nullable Frame fromClient(DataInputStream in) throws IOException {
        if (!started) {
            started = true;
            byte[] preface = in.readNBytes(PREFACE);
            return preface.length < PREFACE ? null : new Frame(preface, null);
        }
        ByteBuffer bytes = frame(in);
        return bytes == null ? null : new Frame(bytes.array(), clientSays(bytes));
    }

    @Override
    public @Nullable Frame fromServer(DataInputStream in) throws IOException {
        ByteBuffer bytes = frame(in);
        return bytes == null ? null : new Frame(bytes.array(), serverSays(bytes));
    }

    long unacked() {
        return unacked.values().stream().mapToLong(NavigableSet::size).sum();
    }

    /** Type, channel, size, payload, and an octet that ends it. */
    private static @Nullable ByteBuffer frame(DataInputStream in) throws IOException {
        int type = in.read();
        if (type < 0) {
            return null;
        }
        short channel = in.readShort();
        int size = in.readInt();
        ByteBuffer bytes = ByteBuffer.allocate(HEADER + size + 1)
                .put((byte) type)
                .putShort(channel)
                .putInt(size);
        in.readFully(bytes.array(), HEADER, size + 1);
        return bytes;
    }

    private @Nullable String clientSays(ByteBuffer frame) {
        if (frame.get(0) != METHOD) {
            return null;
        }
        int channel = frame.getShort(1);
        int method = frame.getInt();
        if (method == PUBLISH) {
            frame.getShort();
            String exchange = text(frame);
            String queue = text(frame);
            String target = exchange.isEmpty() ? queue : exchange;
            published.put(channel, target);
            return "publish to " + target;
        }
        if (method == ACK || method == NACK || method == REJECT) {
            long tag = frame.getLong();
            settle(channel, tag, method != REJECT && (frame.get() & 1) == 1);
            return method == ACK ? "ack" : "nack";
        }
        if (method == CHANNEL_CLOSE) {
            unacked.remove(channel);
        }
        return null;
    }

    private void settle(int channel, long tag, boolean multiple) {
        NavigableSet<Long> tags = unacked.getOrDefault(channel, new ConcurrentSkipListSet<>());
        if (!multiple) {
            tags.remove(tag);
        } else if (tag == 0) {
            tags.clear();
        } else {
            tags.headSet(tag, true).clear();
        }
    }

    private @Nullable String serverSays(ByteBuffer frame) {
        if (frame.get(0) != METHOD) {
            return null;
        }
        int channel = frame.getShort(1);
        int method = frame.getInt();
        if (method == DELIVER) {
            text(frame); // the consumer
            unacked.computeIfAbsent(channel, any -> new ConcurrentSkipListSet<>())
                    .add(frame.getLong());
            return "delivery";
        }
        if (method == ACK) {
            return "confirm of " + published.get(channel);
        }
        if (method == CHANNEL_CLOSE) {
            unacked.remove(channel);
        }
        return null;
    }

    private static String text(ByteBuffer frame) {
        byte[] text = new byte[Byte.toUnsignedInt(frame.get())];
        frame.get(text);
        return new String(text, UTF_8);
    }

    private static int method(int classId, int methodId) {
        return classId << 16 | methodId;
    }
}

package bookstore.billing.kill;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL's protocol, version 3. A statement says its SQL where it is parsed and where it is bound, since the driver parses
 * one that it uses often only once; a COMMIT says as well which statement it is behind. What the server sends next is {@code
 * answer to} that. See the chapter
 * "Frontend/Backend Protocol" of PostgreSQL's manual.
 */
final class PostgresWire implements Wire {

    private static final int SSL_REQUEST = 80877103;
    private static final int GSS_REQUEST = 80877104;

    private final Map<String, String> statements = new HashMap<>();
    private boolean started;
    private volatile String asked = "";

    @Override
    public @Nullable Frame fromClient(DataInputStream in) throws IOException {
        return started ? message(in) : beginning(in);
    }

    /** Without a type; a request for encryption may come first, and is refused by a server that has none. */
    private Frame beginning(DataInputStream in) throws IOException {
        int length = in.readInt();
        ByteBuffer bytes = ByteBuffer.allocate(length).putInt(length);
        in.readFully(bytes.array(), Integer.BYTES, length - Integer.BYTES);
        int code = bytes.getInt(Integer.BYTES);
        started = code != SSL_REQUEST && code != GSS_REQUEST;
        return new Frame(bytes.array(), null);
    }

    private @Nullable Frame message(DataInputStream in) throws IOException {
        int type = in.read();
        if (type < 0) {
            return null;
        }
        int length = in.readInt();
        ByteBuffer bytes = ByteBuffer.allocate(1 + length).put((byte) type).putInt(length);
        in.readFully(bytes.array(), 1 + Integer.BYTES, length - Integer.BYTES);
        return new Frame(bytes.array(), says((char) type, bytes.position(1 + Integer.BYTES)));
    }

    private @Nullable String says(char type, ByteBuffer body) {
        return switch (type) {
            case 'P' -> {
                String name = text(body);
                String sql = oneLine(text(body));
                statements.put(name, sql);
                yield withItsTransaction(sql);
            }
            case 'B' -> {
                text(body); // the portal
                asked = withItsTransaction(statements.getOrDefault(text(body), ""));
                yield asked;
            }
            case 'Q' -> {
                asked = oneLine(text(body));
                yield asked;
            }
            default -> null;
        };
    }

    private String withItsTransaction(String sql) {
        return sql.equals("COMMIT") ? "COMMIT behind " + asked : sql;
    }

    /** The driver waits for an answer before it asks again, so these bytes belong to the last question. */
    @Override
    public @Nullable Frame fromServer(DataInputStream in) throws IOException {
        byte[] bytes = new byte[8192];
        int read = in.read(bytes);
        return read < 0 ? null : new Frame(Arrays.copyOf(bytes, read), "answer to " + asked);
    }

    private static String text(ByteBuffer body) {
        int start = body.position();
        while (body.get() != 0) {}
        return new String(body.array(), start, body.position() - 1 - start, UTF_8);
    }

    private static String oneLine(String sql) {
        return sql.strip().replaceAll("\\s+", " ");
    }
}

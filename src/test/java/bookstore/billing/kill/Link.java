package bookstore.billing.kill;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One connection through a {@link Proxy}: the client's end, the server's end, and what passes between them. */
final class Link {

    @FunctionalInterface
    private interface Source {
        @Nullable
        Frame next(DataInputStream in) throws IOException;
    }

    private final Socket client;
    private final Socket server;
    private final Wire wire;
    private volatile boolean silent;

    Link(Socket client, Socket server, Wire wire) throws IOException {
        this.client = client;
        this.server = server;
        this.wire = wire;
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
    }

    Wire wire() {
        return wire;
    }

    void passRequests(Function<Frame, @Nullable Trap> traps) {
        pass(client, server, wire::fromClient, traps);
    }

    void passAnswers(Function<Frame, @Nullable Trap> traps) {
        pass(server, client, wire::fromServer, traps);
    }

    private void pass(Socket from, Socket to, Source source, Function<Frame, @Nullable Trap> traps) {
        try {
            var in = new DataInputStream(new BufferedInputStream(from.getInputStream()));
            var out = new BufferedOutputStream(to.getOutputStream());
            for (Frame frame = source.next(in); frame != null; frame = source.next(in)) {
                Trap trap = traps.apply(frame);
                if (trap != null && !trap.passes()) {
                    out.flush();
                    trap.hold(this);
                }
                send(frame, out);
                if (trap != null && trap.passes()) {
                    out.flush();
                    trap.hold(this);
                }
                if (in.available() == 0) {
                    out.flush();
                }
            }
        } catch (IOException e) {
            // one end is gone
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            end(from);
        }
    }

    private void send(Frame frame, OutputStream out) throws IOException {
        if (!silent) {
            out.write(frame.bytes());
        }
    }

    /** Where the network has lost its way, neither end learns that the other one has gone. */
    private void end(Socket gone) {
        if (silent) {
            close(gone);
        } else {
            close();
        }
    }

    /** Swallows what is sent from now on, what a trap holds included; both ends stay open. */
    void silence() {
        silent = true;
    }

    boolean hasClient() {
        return !client.isClosed();
    }

    boolean isClosed() {
        return client.isClosed() && server.isClosed();
    }

    void close() {
        close(client);
        close(server);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

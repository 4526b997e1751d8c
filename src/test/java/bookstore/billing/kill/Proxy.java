package bookstore.billing.kill;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A port in front of a server that knows what passes: it can hold a connection at a named place, cut it there, or let it go
 * silent. The client runs as it ships and knows nothing of it.
 */
final class Proxy implements AutoCloseable {

    private final int targetPort;
    private final Supplier<Wire> protocol;
    private final ServerSocket listening;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        var thread = new Thread(task, "proxy");
        thread.setDaemon(true);
        return thread;
    });
    private final List<Link> links = new CopyOnWriteArrayList<>();
    private final List<Trap> traps = new CopyOnWriteArrayList<>();

    Proxy(int targetPort, Supplier<Wire> protocol) {
        this.targetPort = targetPort;
        this.protocol = protocol;
        try {
            this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::listen);
    }

    int port() {
        return listening.getLocalPort();
    }

    private void listen() {
        while (!listening.isClosed()) {
            try {
                connect(listening.accept());
            } catch (IOException e) {
                // closed
            }
        }
    }

    private void connect(Socket client) throws IOException {
        Socket server;
        try {
            server = new Socket(InetAddress.getLoopbackAddress(), targetPort);
        } catch (IOException e) {
            // the server is away: the client sees a connection that closes
            client.close();
            return;
        }
        var link = new Link(client, server, protocol.get());
        links.removeIf(Link::isClosed);
        links.add(link);
        threads.execute(() -> link.passRequests(this::trapFor));
        threads.execute(() -> link.passAnswers(this::trapFor));
    }

    private @Nullable Trap trapFor(Frame frame) {
        return traps.stream().filter(trap -> trap.catches(frame)).findFirst().orElse(null);
    }

    void set(Trap trap) {
        traps.add(trap);
    }

    /** What the connections hold that still have a client, as their wires know. */
    Stream<Wire> wires() {
        return links.stream().filter(Link::hasClient).map(Link::wire);
    }

    /** The connections of this moment; new ones work. */
    void silence() {
        links.forEach(Link::silence);
    }

    /** Cuts every connection, as the end of a client's process does. What a trap holds never arrives. */
    void cut() {
        links.forEach(Link::close);
        links.clear();
        letGo();
    }

    /** No trap holds or waits any more. */
    void letGo() {
        List<Trap> ended = List.copyOf(traps);
        traps.clear();
        ended.forEach(Trap::letGo);
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cut();
        threads.shutdownNow();
    }
}

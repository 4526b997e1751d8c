package bookstore.billing.dev;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A port in front of a server that can be closed and opened, so that the server seems to go and come. */
public final class Forwarder implements AutoCloseable {

    private final int targetPort;
    private final int port;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        var thread = new Thread(task, "forwarder");
        thread.setDaemon(true);
        return thread;
    });
    private final List<Socket> connections = new CopyOnWriteArrayList<>();
    private volatile ServerSocket open;
    private volatile boolean silent;

    /** Closed at first. */
    public Forwarder(int targetPort) {
        this.targetPort = targetPort;
        this.open = listen(0);
        this.port = open.getLocalPort();
        shut();
    }

    public int port() {
        return port;
    }

    public void open() {
        open = listen(port);
        ServerSocket listening = open;
        threads.execute(() -> {
            while (!listening.isClosed()) {
                try {
                    connect(listening.accept(), listening);
                } catch (IOException e) {
                    // the port was shut
                }
            }
        });
    }

    private void connect(Socket client, ServerSocket listening) {
        try {
            Socket server = new Socket(InetAddress.getLoopbackAddress(), targetPort);
            connections.addAll(List.of(client, server));
            if (listening.isClosed()) {
                // shut meanwhile, perhaps before it could see these two
                close(client);
                close(server);
            }
            threads.execute(() -> pump(client, server));
            threads.execute(() -> pump(server, client));
        } catch (IOException e) {
            // the server is away: the client sees a connection that closes
            close(client);
        }
    }

    /** Cuts every connection and takes no more. */
    public void shut() {
        close(open);
        connections.forEach(Forwarder::close);
        connections.clear();
    }

    /** Swallows what is sent from now on, as a network does that has lost its way: nobody sees a connection close. */
    public void silence() {
        silent = true;
    }

    /** Connections that have lost something stay as they are; new ones work. */
    public void speak() {
        silent = false;
    }

    private static ServerSocket listen(int port) {
        try {
            var socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void pump(Socket from, Socket to) {
        byte[] bytes = new byte[8192];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                if (!silent) {
                    out.write(bytes, 0, read);
                }
            }
        } catch (IOException e) {
            // one side is gone, so the other one goes too
        } finally {
            close(from);
            close(to);
        }
    }

    private static void close(AutoCloseable closed) {
        try {
            closed.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        shut();
        threads.shutdownNow();
    }
}

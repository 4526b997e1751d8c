package bookstore.billing.payment;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Ends a stream in which nothing comes any more: the client's own limit ends with an answer's first bytes. */
final class Silence implements AutoCloseable {

    private final InputStream stream;
    private final Duration limit;
    private final Thread watch;
    private volatile long lastHeard = System.nanoTime();
    private volatile boolean over;

    Silence(InputStream stream, Duration limit) {
        this.stream = stream;
        this.limit = limit;
        this.watch = new Thread(this::watch, "silence of the provider");
        watch.setDaemon(true);
        watch.start();
    }

    /** The same stream, listened to. */
    InputStream heard() {
        return new FilterInputStream(stream) {
            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                int read = super.read(bytes, offset, length);
                lastHeard = System.nanoTime();
                if (read < 0 && over) {
                    throw new IOException("nothing came for " + limit.toMillis() + " ms");
                }
                return read;
            }
        };
    }

    private void watch() {
        try {
            while (!over) {
                long left = limit.toNanos() - (System.nanoTime() - lastHeard);
                if (left <= 0) {
                    over = true;
                    stream.close();
                } else {
                    TimeUnit.NANOSECONDS.sleep(left);
                }
            }
        } catch (InterruptedException | IOException e) {
            // the stream was read to its end, or could not even be closed
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        watch.interrupt();
    }
}

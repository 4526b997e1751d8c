package bookstore.billing.command;

import bookstore.billing.replay.Progress;
import java.io.PrintWriter;

/** A bar on the error output, where that is a terminal. */
final class ProgressBar implements Progress, AutoCloseable {

    private static final int WIDTH = 30;
    private static final long BETWEEN_NANOS = 200_000_000;

    private final PrintWriter err;
    private final boolean shown;
    private final long began = System.nanoTime();
    private long next = began;
    private boolean drawn;

    ProgressBar(PrintWriter err) {
        this.err = err;
        // Java tells a terminal only where input and output are one; a pipe behind it gets no bar
        this.shown = System.console() != null && !"dumb".equals(System.getenv("TERM"));
    }

    @Override
    public void step(int done, int of) {
        long now = System.nanoTime();
        if (!shown || (now < next && done < of)) {
            return;
        }
        next = now + BETWEEN_NANOS;
        drawn = true;
        int filled = (int) ((long) WIDTH * done / Math.max(1, of));
        double seconds = (now - began) / 1e9;
        err.print("\r[%s%s] %d of %d, %.0f s left   "
                .formatted("#".repeat(filled), ".".repeat(WIDTH - filled), done, of, seconds / done * (of - done)));
        err.flush();
    }

    /** Ends the line. */
    @Override
    public void close() {
        if (drawn) {
            err.println();
        }
    }
}

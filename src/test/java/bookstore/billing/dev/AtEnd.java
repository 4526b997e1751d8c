package bookstore.billing.dev;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What is stopped when this JVM ends: the application before the servers that it runs on. Hooks of their own would run all
 * at once, and Spring's shutdown handlers run only where a Spring application has run.
 */
final class AtEnd {

    private static final Deque<Runnable> STOPS = new ArrayDeque<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(AtEnd::stopAll));
    }

    private AtEnd() {}

    /** Runs before those that are here already. */
    static synchronized void run(Runnable stop) {
        STOPS.push(stop);
    }

    /** For what has been stopped before the end. */
    static synchronized void forget(Runnable stop) {
        STOPS.remove(stop);
    }

    private static synchronized void stopAll() {
        for (Runnable stop : STOPS) {
            try {
                stop.run();
            } catch (RuntimeException e) {
                // the others are to stop all the same
                e.printStackTrace();
            }
        }
    }
}

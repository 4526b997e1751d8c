package bookstore.billing.delivery;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A try failed because of what a server answered, or did not answer. */
public class ServerFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Server server;
    private final String subject;
    private final @Nullable Duration retryAfter;

    /**
     * @param subject whom the server failed, such as an order's id: a server that fails many subjects is away, while
     *     one that fails a single one may have a reason
     * @param retryAfter when the server asked us to come again; null where it did not
     */
    protected ServerFailedException(
            Server server, String subject, @Nullable Duration retryAfter, String text, @Nullable Throwable cause) {
        super(text, cause);
        this.server = server;
        this.subject = subject;
        this.retryAfter = retryAfter;
    }

    public Server server() {
        return server;
    }

    String subject() {
        return subject;
    }

    @Nullable
    Duration retryAfter() {
        return retryAfter;
    }

    /** Whether it shows by itself, for one subject already, that the server is away. */
    protected boolean provesOutage() {
        return false;
    }
}

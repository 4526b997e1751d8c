package bookstore.billing.operate;

import bookstore.billing.delivery.OneLine;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.rabbit.connection.Connection;
import org.springframework.amqp.rabbit.connection.ConnectionListener;

/**
 * Tells in one line that the broker has gone, and in one that it is back; each consumer would tell it for itself.
 *
 * <p>Gone is a broker that takes no new connection: one that is lost is made again at once where the broker is there.
 */
public final class BrokerConnection implements ConnectionListener {

    private static final Logger LOG = LoggerFactory.getLogger(BrokerConnection.class);

    /** A broker that has yet to come is told by {@link ServersAwaited}. */
    private final AtomicBoolean hasBeenThere = new AtomicBoolean();

    /** Null while it is there. */
    private final AtomicReference<@Nullable Instant> away = new AtomicReference<>();

    /** When it was first noticed that the broker is away, by this machine's clock; nothing while it is there. */
    public Optional<Instant> awaySince() {
        return Optional.ofNullable(away.get());
    }

    @Override
    public void onCreate(Connection connection) {
        hasBeenThere.set(true);
        if (away.getAndSet(null) != null) {
            LOG.warn("the broker is back");
        }
    }

    @Override
    public void onFailed(Exception failure) {
        if (hasBeenThere.get() && away.compareAndSet(null, Instant.now())) {
            LOG.warn("the broker is away, connecting until it is back: {}", OneLine.ofRootCause(failure));
        }
    }
}

package bookstore.billing.operate;

import bookstore.billing.delivery.OneLine;
import java.util.concurrent.atomic.AtomicBoolean;
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

    private final AtomicBoolean away = new AtomicBoolean();

    @Override
    public void onCreate(Connection connection) {
        hasBeenThere.set(true);
        if (away.getAndSet(false)) {
            LOG.warn("the broker is back");
        }
    }

    @Override
    public void onFailed(Exception failure) {
        if (hasBeenThere.get() && !away.getAndSet(true)) {
            LOG.warn("the broker is away, connecting until it is back: {}", OneLine.ofRootCause(failure));
        }
    }
}

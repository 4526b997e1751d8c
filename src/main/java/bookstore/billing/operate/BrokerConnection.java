package bookstore.billing.operate;

import com.rabbitmq.client.ShutdownSignalException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.rabbit.connection.Connection;
import org.springframework.amqp.rabbit.connection.ConnectionListener;

/** Tells in one line that the broker has gone, and in one that it is back; each consumer would tell it for itself. */
public final class BrokerConnection implements ConnectionListener {

    private static final Logger LOG = LoggerFactory.getLogger(BrokerConnection.class);

    private final AtomicBoolean away = new AtomicBoolean();

    @Override
    public void onCreate(Connection connection) {
        if (away.getAndSet(false)) {
            LOG.warn("the broker is back");
        }
    }

    @Override
    public void onShutDown(ShutdownSignalException signal) {
        if (!signal.isInitiatedByApplication() && !away.getAndSet(true)) {
            LOG.warn("the broker is away, connecting until it is back: {}", signal.getMessage());
        }
    }
}

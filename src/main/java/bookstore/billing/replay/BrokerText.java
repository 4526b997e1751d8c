package bookstore.billing.replay;

import bookstore.billing.delivery.OneLine;
import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ShutdownSignalException;

/** What the broker said when it closed a channel or the connection. */
final class BrokerText {

    private BrokerText() {}

    static String of(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ShutdownSignalException signal) {
                if (signal.getReason() instanceof AMQP.Channel.Close channel) {
                    return OneLine.of(channel.getReplyText());
                }
                if (signal.getReason() instanceof AMQP.Connection.Close connection) {
                    return OneLine.of(connection.getReplyText());
                }
            }
        }
        return OneLine.ofRootCause(failure);
    }
}

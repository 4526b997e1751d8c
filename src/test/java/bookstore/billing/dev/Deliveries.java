package bookstore.billing.dev;

import bookstore.billing.delivery.FailedDelivery;
import bookstore.billing.inbox.PostgresInbox;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/** Every delivery that has come to its end, or to the end of one try, since it listens. */
final class Deliveries extends AppenderBase<ILoggingEvent> {

    private final List<Delivery> all = new CopyOnWriteArrayList<>();
    private final Consumer<Delivery> listener;

    private Deliveries(Consumer<Delivery> listener) {
        this.listener = listener;
    }

    /** Call it when the application has started: the start sets logging up anew. */
    static Deliveries listen(Consumer<Delivery> listener) {
        var deliveries = new Deliveries(listener);
        var loggers = (LoggerContext) LoggerFactory.getILoggerFactory();
        deliveries.setContext(loggers);
        deliveries.start();
        for (Class<?> source : List.of(PostgresInbox.class, FailedDelivery.class)) {
            Logger logger = loggers.getLogger(source);
            logger.addAppender(deliveries);
        }
        return deliveries;
    }

    @Override
    protected void append(ILoggingEvent event) {
        Delivery.read(event.getFormattedMessage()).ifPresent(delivery -> {
            // told first: whoever waits for its end shall find it told
            listener.accept(delivery);
            all.add(delivery);
        });
    }

    List<Delivery> all() {
        return List.copyOf(all);
    }

    long ended() {
        return all.stream().filter(Delivery::isEnd).count();
    }
}

package bookstore.billing.dev;

import static bookstore.billing.dev.Orders.placed;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.springframework.amqp.core.Message;

/** A publisher that places one order after the other, every fourth of them twice, until it is stopped. */
public final class SteadyLoad implements AutoCloseable {

    private static final int EVERY = 4;

    private final List<UUID> orders = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private final Stage stage;
    private final ScheduledFuture<?> publishing;

    private SteadyLoad(Stage stage, Duration pause) {
        this.stage = stage;
        this.publishing = thread.scheduleWithFixedDelay(this::publish, 0, pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** @param pause between two orders */
    public static SteadyLoad start(Stage stage, Duration pause) {
        return new SteadyLoad(stage, pause);
    }

    private void publish() {
        UUID order = UUID.randomUUID();
        Message message = placed("m-" + order, order, "149.90", "TRY");
        stage.publish(message);
        orders.add(order);
        if (orders.size() % EVERY == 0) {
            stage.publish(message);
        }
    }

    /** @return the orders that were placed, each confirmed by the broker */
    public List<UUID> stop() throws InterruptedException {
        if (publishing.isDone()) {
            throw new IllegalStateException("the publisher has ended before it was stopped", failure());
        }
        close();
        return List.copyOf(orders);
    }

    private Throwable failure() throws InterruptedException {
        try {
            publishing.get();
            return new IllegalStateException("without a failure");
        } catch (ExecutionException e) {
            return e.getCause();
        }
    }

    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException("the publisher does not stop");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}

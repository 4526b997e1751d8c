package bookstore.billing.replay;

import bookstore.billing.delivery.ReplayPublisher;
import bookstore.billing.order.OrderReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.dao.DataAccessException;

/**
 * What an operator can do with the dead letters of a consumer. Each call holds them while it works, so that nobody else
 * can take them, and gives back what it leaves.
 *
 * <p>All calls throw {@link LettersHeldException} where another one is at work on the same dead letters, {@link
 * NoDeadLettersException} where there is no such queue, and {@link AmqpException} or {@link DataAccessException} where a
 * server is away.
 */
public final class DeadLetters {

    private final ConnectionFactory connections;
    private final DataSource dataSource;
    private final ReplaySettings settings;
    private final LetterReader reader;
    private final DiscardedMessages discardedMessages;
    private final ReplayPublisher publisher;

    public DeadLetters(
            ConnectionFactory connections, DataSource dataSource, OrderReader orders, ReplaySettings settings) {
        this.connections = connections;
        this.dataSource = dataSource;
        this.settings = settings;
        this.reader = new LetterReader(orders, settings.orderQueues());
        this.discardedMessages = new DiscardedMessages(dataSource);
        this.publisher = new ReplayPublisher(connections);
    }

    /** @param queue the consumer's, without a suffix */
    public List<DeadLetter> list(String queue, Source source, DeadLetterFilter filter) {
        try (HeldLetters held = hold(queue, source)) {
            return selected(held, filter);
        }
    }

    /** What a replay of the same letters would come to, now; nothing is changed. */
    public List<Forecast> plan(String queue, Source source, DeadLetterFilter filter) {
        try (HeldLetters held = hold(queue, source)) {
            Forecaster forecaster = forecaster(queue);
            return selected(held, filter).stream().map(forecaster::forecast).toList();
        }
    }

    /**
     * Sends dead letters back to their consumer, the oldest first: those that were there at the start.
     *
     * @param limit how many at most
     * @param perSecond how many in a second at most, above 0
     * @return what was done, also where a server has ended it
     */
    public ReplayResult replay(
            String queue, Source source, DeadLetterFilter filter, int limit, double perSecond, Progress progress) {
        try (HeldLetters held = hold(queue, source)) {
            return new ReplayRun(held, forecaster(queue), publisher, settings.longestRun())
                    .of(selected(held, filter), limit, perSecond, progress);
        }
    }

    /**
     * Gives dead letters up: each is recorded in the table {@code discarded_message}, and then taken out.
     *
     * @param limit how many at most, the oldest first
     * @param reason for whoever looks for them later; not blank
     * @param user who decided; not blank
     */
    public DiscardResult discard(
            String queue, Source source, DeadLetterFilter filter, int limit, String reason, String user) {
        try (HeldLetters held = hold(queue, source)) {
            List<DeadLetter> selected = selected(held, filter);
            List<DeadLetter> discarded = new ArrayList<>();
            for (DeadLetter letter : selected.subList(0, Math.min(limit, selected.size()))) {
                held.discard(letter, reason, user);
                discarded.add(letter);
            }
            return new DiscardResult(
                    queue,
                    held.letters().size() + held.beyond(),
                    discarded,
                    selected.size() - discarded.size() + held.beyond());
        }
    }

    private HeldLetters hold(String queue, Source source) {
        return switch (source) {
            case QUEUE -> new QueuedLetters(queue, connections, reader, discardedMessages);
            case EXPIRED ->
                new ExpiredLetters(queue, dataSource, reader, discardedMessages, settings.deadLetterRetention());
        };
    }

    private Forecaster forecaster(String queue) {
        return new Forecaster(
                dataSource,
                new InboxMemory(settings.inboxRetention(), settings.deadLetterRetention()),
                settings.keyLife(),
                queue,
                queue.equals(settings.invoicingQueue()));
    }

    private static List<DeadLetter> selected(HeldLetters held, DeadLetterFilter filter) {
        Instant now = Instant.now();
        return held.letters().stream()
                .filter(letter -> filter.accepts(letter, now))
                .toList();
    }
}

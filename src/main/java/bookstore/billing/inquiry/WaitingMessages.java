package bookstore.billing.inquiry;

import bookstore.billing.delivery.FailedServer;
import bookstore.billing.delivery.OneLine;
import bookstore.billing.delivery.Topology;
import bookstore.billing.replay.DeadLetter;
import bookstore.billing.replay.DeadLetterFilter;
import bookstore.billing.replay.DeadLetters;
import bookstore.billing.replay.LettersHeldException;
import bookstore.billing.replay.NoDeadLettersException;
import bookstore.billing.replay.Source;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.AmqpException;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** The dead letters and the delay queues of all consumers. One that cannot be looked at does not hide the others. */
public final class WaitingMessages implements Queues {

    private final DeadLetters deadLetters;
    private final DelayQueues delayQueues;
    private final List<String> consumers;

    /** @param consumers the queues that consumers take from */
    public WaitingMessages(DeadLetters deadLetters, DelayQueues delayQueues, List<String> consumers) {
        this.deadLetters = deadLetters;
        this.delayQueues = delayQueues;
        this.consumers = List.copyOf(consumers);
    }

    @Override
    public List<String> each(Consumer<QueuedMessage> look) {
        var notAsked = new ArrayList<String>();
        ask("the delay queues", notAsked, () -> delayQueues.each(look));
        for (String consumer : consumers) {
            String letters = Topology.deadLetterQueue(consumer);
            ask(letters, notAsked, () -> list(consumer, Source.QUEUE)
                    .forEach(letter -> look.accept(read(letters, letter))));
        }
        for (String consumer : consumers) {
            if (!ask("expired_message", notAsked, () -> list(consumer, Source.EXPIRED)
                    .forEach(letter -> look.accept(read("expired_message", letter))))) {
                break;
            }
        }
        return notAsked;
    }

    private List<DeadLetter> list(String consumer, Source source) {
        return deadLetters.list(consumer, source, DeadLetterFilter.ALL);
    }

    /** @return false where it could not be looked at */
    private static boolean ask(String place, List<String> notAsked, Runnable question) {
        try {
            question.run();
            return true;
        } catch (NoDeadLettersException e) {
            // a queue that is not there holds nothing
            return true;
        } catch (LettersHeldException e) {
            notAsked.add(place + ": " + OneLine.of(e.getMessage()));
            return false;
        } catch (AmqpException | DataAccessException | TransactionException e) {
            notAsked.add(place + ": " + FailedServer.line(e));
            return false;
        }
    }

    private static QueuedMessage read(String place, DeadLetter letter) {
        return new QueuedMessage(
                place,
                letter.messageId(),
                letter.orderId(),
                letter.reason(),
                letter.error(),
                letter.attempts(),
                text(letter.firstFailedAt()),
                text(letter.failedAt()),
                letter.replays());
    }

    private static @Nullable String text(@Nullable Instant time) {
        return time == null ? null : time.toString();
    }
}

package bookstore.billing.delivery;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.config.RetryInterceptorBuilder;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.retry.MessageRecoverer;
import org.springframework.amqp.rabbit.support.ListenerExecutionFailedException;
import org.springframework.retry.interceptor.RetryOperationsInterceptor;
import org.springframework.retry.policy.NeverRetryPolicy;

/**
 * Decides where a message goes whose try has failed: to a delay queue, or to the dead letters.
 *
 * <p>It stands around the listener, outside the transaction: the rollback is over, the ack has yet to come, and
 * failures of BEGIN, of COMMIT and of reading the message arrive here like any other. The original is acked only
 * after the broker has confirmed its successor; where that fails, the original goes back to its queue.
 */
public final class FailedDelivery implements MessageRecoverer {

    private static final Logger LOG = LoggerFactory.getLogger(FailedDelivery.class);

    /** Keeps a broker that refuses the successor from being asked thousands of times a second. */
    private static final Duration PAUSE_BEFORE_REQUEUE = Duration.ofSeconds(1);

    /** Longer than a probe of the database takes. */
    private static final Duration PROBE_LIMIT = Duration.ofSeconds(5);

    private final RabbitAdmin admin;
    private final ConfirmedPublisher publisher;
    private final RetrySchedule schedule;
    private final Outages outages;
    private final Consumer<Throwable> afterRollback;
    private final MeterRegistry meters;

    /**
     * @param admin has declared the topology, and does so again where a queue is gone
     * @param afterRollback is told of each failure before the message moves on, to record what must outlive the
     *     rollback; where it throws, the message goes back to its queue
     */
    public FailedDelivery(
            RabbitAdmin admin,
            RetrySchedule schedule,
            Outages outages,
            Consumer<Throwable> afterRollback,
            MeterRegistry meters) {
        this.admin = admin;
        this.publisher = new ConfirmedPublisher(admin.getRabbitTemplate().getConnectionFactory());
        this.schedule = schedule;
        this.outages = outages;
        this.afterRollback = afterRollback;
        this.meters = meters;
    }

    /**
     * The advice for the {@code retry} option of a route's spring-rabbitmq endpoint. It tries nothing again itself,
     * which would hold the consumer's thread.
     */
    public RetryOperationsInterceptor advice() {
        return RetryInterceptorBuilder.stateless()
                .retryPolicy(new NeverRetryPolicy())
                .recoverer(this)
                .build();
    }

    @Override
    public void recover(Message message, Throwable thrown) {
        Throwable cause = Verdict.original(thrown);
        boolean suspectsDatabase = Verdict.suspectsDatabase(cause);
        if (isDatabaseAway(suspectsDatabase)) {
            // nothing can be recorded now, and waiting for a connection would hold up the pause; the broker marks the
            // message as redelivered, which has a charge looked up as well
            throw backToItsQueue(message, cause, true);
        }
        try {
            afterRollback.accept(cause);
            decide(message, cause, suspectsDatabase);
        } catch (RuntimeException e) {
            throw backToItsQueue(message, e, Verdict.suspectsDatabase(e) || Verdict.missesBroker(e));
        }
    }

    private boolean isDatabaseAway(boolean suspected) {
        if (suspected) {
            outages.suspect(Server.DATABASE);
        }
        try {
            return outages.isAway(Server.DATABASE, PROBE_LIMIT);
        } catch (InterruptedException e) {
            // a stop that has waited long enough; nobody knows, and nothing can be recorded by this thread
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** @param toldElsewhere a server that is away is told once, by the probe or the connection, and not once a message */
    private static ListenerExecutionFailedException backToItsQueue(
            Message message, Throwable why, boolean toldElsewhere) {
        LOG.atLevel(toldElsewhere ? Level.DEBUG : Level.WARN)
                .log(
                        "{}: message {} goes back to its queue, since it could not be put elsewhere: {}",
                        message.getMessageProperties().getConsumerQueue(),
                        id(message),
                        OneLine.ofRootCause(why));
        LockSupport.parkNanos(PAUSE_BEFORE_REQUEUE.toNanos());
        return BackToQueue.requeue(message, why);
    }

    private void decide(Message message, Throwable cause, boolean toldElsewhere) {
        Verdict verdict = Verdict.of(cause);
        String queue = message.getMessageProperties().getConsumerQueue();
        int spent = Successor.triesSpent(message);
        switch (verdict.fate()) {
            case LATER ->
                retry(message, queue, spent, later(cause), cause, toldElsewhere || Verdict.isToldAlready(cause));
            case FAILED -> failed(message, queue, spent, cause);
            case REFUSED -> deadLetter(message, queue, verdict.refusal(), spent + 1, cause);
        }
    }

    private Duration later(Throwable cause) {
        Duration wanted = Verdict.wanted(cause);
        return wanted.isZero() ? schedule.firstDelay() : schedule.atLeast(wanted);
    }

    private void failed(Message message, String queue, int spent, Throwable cause) {
        ServerFailedException failure = Verdict.serverFailure(cause);
        Duration wanted = failure == null || failure.retryAfter() == null ? Duration.ZERO : failure.retryAfter();
        if (failure != null && outages.failed(failure)) {
            retry(message, queue, spent, schedule.atLeast(wanted), cause, true);
            return;
        }
        int tries = spent + 1;
        if (schedule.isExhaustedAfter(tries)) {
            deadLetter(message, queue, Reason.ATTEMPTS_EXHAUSTED, tries, cause);
        } else {
            Duration delay = schedule.delayAfter(tries);
            Duration asked = schedule.atLeast(wanted);
            retry(message, queue, tries, asked.compareTo(delay) > 0 ? asked : delay, cause, false);
        }
    }

    private void retry(
            Message message, String queue, int spent, Duration delay, Throwable cause, boolean toldElsewhere) {
        publish(RetrySchedule.delayQueue(queue, delay), Successor.of(message, spent));
        LOG.atLevel(toldElsewhere ? Level.DEBUG : Level.WARN)
                .log(
                        "{}: message {} comes again in {} ({} of {} tries spent): {}",
                        queue,
                        id(message),
                        RetrySchedule.text(delay),
                        spent,
                        schedule.tries(),
                        OneLine.ofRootCause(cause));
    }

    private void deadLetter(Message message, String queue, Reason reason, int tries, Throwable cause) {
        String deadLetters = Topology.deadLetterQueue(queue);
        String error = OneLine.ofRootCause(cause);
        Message letter = Successor.of(message, tries);
        letter.getMessageProperties().setHeader(DeadLetterHeaders.REASON, reason.word());
        letter.getMessageProperties().setHeader(DeadLetterHeaders.ERROR, error);
        letter.getMessageProperties()
                .setHeader(DeadLetterHeaders.FAILED_AT, Instant.now().toString());
        publish(deadLetters, letter);
        meters.counter("billing.dead.letters", "queue", deadLetters, "reason", reason.word())
                .increment();
        LOG.warn("{}: message {} is a dead letter, {}: {}", queue, id(message), reason.word(), error);
    }

    /** Where the sender's headers leave ours no room in AMQP's one frame of headers, theirs give way: the message moves on. */
    private void publish(String queue, Message successor) {
        try {
            publisher.publish(queue, successor);
        } catch (NoSuchQueueException e) {
            LOG.warn("the queue {} is gone and is declared again", queue);
            admin.initialize();
            publisher.publish(queue, successor);
        } catch (HeadersTooLargeException e) {
            Successor.dropSendersHeaders(successor);
            publisher.publish(queue, successor);
        }
    }

    private static String id(Message message) {
        String id = message.getMessageProperties().getMessageId();
        return id == null ? "(without an id)" : OneLine.of(id);
    }
}

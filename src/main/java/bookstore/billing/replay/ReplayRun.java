package bookstore.billing.replay;

import bookstore.billing.delivery.OneLine;
import bookstore.billing.delivery.ReplayPublisher;
import bookstore.billing.delivery.RetrySchedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.AmqpException;
import org.springframework.dao.DataAccessException;

/**
 * One replay of one queue's dead letters, which are all held before the first is sent. A letter is taken out only after
 * the broker has confirmed its copy: what ends the run in between leaves both, and the consumer skips the second.
 */
final class ReplayRun {

    private final HeldLetters held;
    private final Forecaster forecaster;
    private final ReplayPublisher publisher;
    private final Duration longest;
    private final long began = System.nanoTime();
    private final List<Forecast> replayed = new ArrayList<>();
    private final List<Forecast> refused = new ArrayList<>();
    private @Nullable String stopped;
    private boolean failed;

    /** @param longest after which the run stops by itself, since the broker takes back what is held too long */
    ReplayRun(HeldLetters held, Forecaster forecaster, ReplayPublisher publisher, Duration longest) {
        this.held = held;
        this.forecaster = forecaster;
        this.publisher = publisher;
        this.longest = longest;
    }

    /** @param perSecond how many to send at most in a second */
    ReplayResult of(List<DeadLetter> selected, int limit, double perSecond, Progress progress) {
        try {
            for (DeadLetter letter : selected) {
                if (replayed.size() == limit || hasRunOut(perSecond)) {
                    break;
                }
                one(letter, perSecond);
                progress.step(replayed.size() + refused.size(), selected.size());
            }
        } catch (AmqpException | DataAccessException e) {
            failed = true;
            stopped = OneLine.ofRootCause(e);
        }
        long left = selected.size() - replayed.size() - refused.size() + held.beyond();
        return new ReplayResult(
                held.queue(),
                held.letters().size() + held.beyond(),
                selected.size(),
                replayed,
                refused,
                left,
                stopped,
                failed);
    }

    private void one(DeadLetter letter, double perSecond) {
        Forecast forecast = forecaster.forecast(letter);
        if (!forecast.effect().isReplayed()) {
            refused.add(forecast);
            return;
        }
        pace(perSecond);
        publisher.publish(letter.queue(), letter.message(), forecast.firstFailedAt());
        held.replayed(letter);
        replayed.add(forecast);
    }

    private void pace(double perSecond) {
        long due = began + (long) nanosUntilNext(perSecond);
        for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
            LockSupport.parkNanos(wait);
        }
    }

    private double nanosUntilNext(double perSecond) {
        return replayed.size() / perSecond * 1e9;
    }

    /** By the time at which the next one is due: they are not held while one waits that could not be taken out any more. */
    private boolean hasRunOut(double perSecond) {
        if (Math.max(System.nanoTime() - began, nanosUntilNext(perSecond)) < longest.toNanos()) {
            return false;
        }
        stopped = "it holds them for " + RetrySchedule.text(longest)
                + " at most, since the broker takes back what is held longer (billing.broker.consumer-timeout): run it again";
        return true;
    }
}

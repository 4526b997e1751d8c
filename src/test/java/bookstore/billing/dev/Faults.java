package bookstore.billing.dev;

import java.time.Duration;
import java.util.UUID;

/**
 * What the {@link Provider} is told to do wrong: said of all requests to charge, or of those that {@code forOrder},
 * {@code next} and the like have narrowed it to.
 */
@FunctionalInterface
public interface Faults {

    /** A rule in the words of {@link PaymentProvider}. */
    void tell(String rule);

    default Faults forOrder(UUID orderId) {
        return rule -> tell(rule + "&orderId=" + orderId);
    }

    default Faults onLookups() {
        return rule -> tell(rule + "&method=GET");
    }

    default Faults onChargesAndLookups() {
        return rule -> tell(rule + "&method=any");
    }

    default Faults next(int times) {
        return rule -> tell(rule + "&times=" + times);
    }

    /** Each charge is made at the end of the delay. */
    default void delay(Duration delay) {
        tell("delay=" + delay.toMillis());
    }

    /** Each charge is made at once, its answer comes at the end of the delay. */
    default void delayAfterCharge(Duration delay) {
        tell("delayAfter=" + delay.toMillis());
    }

    default void failNext(int times, int status) {
        next(times).failAlways(status);
    }

    default void failNext(int times, int status, Duration retryAfter) {
        next(times).failAlways(status, retryAfter);
    }

    default void failAlways(int status) {
        tell("answer=" + status);
    }

    default void failAlways(int status, Duration retryAfter) {
        tell("answer=" + status + "&retryAfter=" + retryAfter.toSeconds());
    }

    default void failAfter(Duration delay, int times, int status) {
        next(times).tell("delay=" + delay.toMillis() + "&answer=" + status);
    }

    default void chargeAndFail(int times, int status) {
        next(times).tell("charge=yes&answer=" + status);
    }

    default void chargeAndHang(int times) {
        next(times).tell("answer=hang");
    }

    default void chargeAndReset(int times) {
        next(times).tell("answer=reset");
    }

    default void chargeAndAnswerBrokenJson(int times) {
        next(times).tell("answer=broken");
    }

    /** Each request waits for {@link Provider#release()} before it goes on, to its delay if there is one. */
    default void hold() {
        tell("hold=yes");
    }

    /** Every request charges, whatever was charged with its key, and without a key too. */
    default void ignoreKeys() {
        tell("key=ignore");
    }
}

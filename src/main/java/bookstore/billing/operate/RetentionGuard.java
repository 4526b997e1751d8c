package bookstore.billing.operate;

import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the inbox remembers for as long as a copy of a message can still come: otherwise a replayed dead letter, whose
 * message was processed long ago, would be processed once more.
 *
 * @param retention how long the inbox remembers, {@code billing.inbox.retention}
 * @param oneMessage the longest that a consumer may take for one message
 * @param prefetch messages that one consumer holds, which wait for each other
 * @param delays between the tries of a message
 * @param deadLetter how long a dead letter stays in its queue
 * @param replayMargin by how much earlier than the inbox forgets a replay is refused, expired messages' too
 * @param mayForgetEarly whether it is wanted all the same
 */
public record RetentionGuard(
        Duration retention,
        Duration oneMessage,
        int prefetch,
        List<Duration> delays,
        Duration deadLetter,
        Duration replayMargin,
        boolean mayForgetEarly) {

    private static final Logger LOG = LoggerFactory.getLogger(RetentionGuard.class);

    private static final String ALLOW = "billing.inbox.allow-early-forgetting=true";

    public RetentionGuard {
        delays = List.copyOf(delays);
    }

    /** @throws StartRefusedException with the sum, where the inbox forgets too early and nobody has allowed it */
    public void check() {
        if (margin().isNegative()) {
            refuse("the inbox would forget while a copy can still come: " + needed() + ", longer than the "
                    + Sum.text(retention) + " that it remembers (billing.inbox.retention)");
        } else if (way().total().compareTo(replayMargin) > 0) {
            refuse("the inbox would forget while what is replayed is on its way: " + way() + ", longer than the "
                    + Sum.text(replayMargin) + " by which a replay's last moment is before the end of the "
                    + Sum.text(retention) + " that the inbox remembers (billing.inbox.retention)");
        }
    }

    private void refuse(String why) {
        if (!mayForgetEarly) {
            throw new StartRefusedException(why + "; " + ALLOW + " allows it");
        }
        LOG.warn("{}; allowed by {}", why, ALLOW);
    }

    /** What is left between the last copy that can come and its forgetting; negative where it is forgotten before. */
    public Duration margin() {
        return retention.minus(needed().total());
    }

    /** Line by line, for an operator. */
    public List<String> lines() {
        return needed().parts().stream().map(Sum.Part::toString).toList();
    }

    /** How late a copy can come behind its first one: all tries, the dead letters' time, and all tries of a replay. */
    private Sum needed() {
        return way().plus(new Sum.Part(deadLetter, "as a dead letter (billing.dead-letter.retention)"))
                .plus(new Sum.Part(
                        way().total(),
                        "for the tries and their delays again, where it is replayed at the end of that"));
    }

    private Sum way() {
        int tries = delays.size() + 1;
        return new Sum(
                new Sum.Part(
                        oneMessage.multipliedBy((long) tries * prefetch),
                        "for " + tries + " tries x " + prefetch + " messages (billing.invoice.prefetch) x "
                                + Sum.text(oneMessage) + " (from billing.payment.timeout)"),
                new Sum.Part(
                        delays.stream().reduce(Duration.ZERO, Duration::plus),
                        "for the delays between them (billing.retry.delays)"));
    }
}

package bookstore.billing.operate;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings that only work together: what a message may wait for has to be shorter than whoever waits for it is patient.
 *
 * @param consumers messages that one instance works on at the same time
 * @param prefetch messages that one consumer holds unacked
 * @param payment the limit of one call to the provider
 * @param consumerTimeout after which the broker closes the channel of a consumer that does not ack
 * @param connections the database connections that the consumers share
 * @param connectionWait how long a consumer waits for one of them
 * @param lease how long a claim lasts; null where a payment is made inside a transaction, and no claims are made
 * @param mail what mails need beside that
 */
public record Limits(
        int consumers,
        int prefetch,
        Duration payment,
        Duration consumerTimeout,
        int connections,
        Duration connectionWait,
        @Nullable Duration lease,
        Mail mail) {

    /**
     * @param timeout the limit of the connecting to the mail server, and of each of its answers
     * @param connections database connections that mails may hold for as long as they are sent
     */
    public record Mail(Duration timeout, int connections) {

        /** To sender, recipient, beginning and end of the mail. */
        private static final int ANSWERS = 4;

        /** How long a mail may take inside a transaction; zero where none is sent there. */
        public Duration inTransaction() {
            return connections == 0 ? Duration.ZERO : timeout.multipliedBy(ANSWERS);
        }
    }

    /** For all else that a message needs: the database's answers, a retry's publish and confirm. */
    private static final Duration MARGIN = Duration.ofSeconds(10);

    /** @throws StartRefusedException with the sum, where they do not work together */
    public void check() {
        requireConsumers();
        if (lease == null) {
            requireEnoughConnections();
        } else {
            requireLeaseForAll(lease);
        }
        requireAckInTime();
    }

    /**
     * How long the provider may take for one order: a look-up and a charge.
     *
     * @param payment the limit of one call
     */
    public static Duration timeToPay(Duration payment) {
        return payment.multipliedBy(2);
    }

    /**
     * How long a stop waits for the messages in work: for each turn at a connection, where consumers share them, and for
     * what one message may take.
     */
    public Duration stop() {
        // a claim, the look at the order, the finish
        int turns = lease == null ? 1 : 3;
        Duration longest = longer(oneMessage(), oneMail());
        return consumers > connectionsForPayments() ? longest.plus(connectionWait.multipliedBy(turns)) : longest;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /** A connection and an answer that both take their whole time, behind a copy of the message. */
    private Duration oneMail() {
        return mail.timeout()
                .multipliedBy(2)
                .plus(DatabaseSession.lockTimeout(payment))
                .plus(MARGIN);
    }

    private int connectionsForPayments() {
        return Math.max(1, connections - mail.connections());
    }

    /** A look-up and a payment, behind the lock of another message of the same order. */
    private Duration oneMessage() {
        return timeToPay(payment).plus(DatabaseSession.lockTimeout(payment)).plus(MARGIN);
    }

    private void requireConsumers() {
        if (consumers < 1 || prefetch < 1) {
            throw new StartRefusedException("billing.invoice.concurrency=" + consumers
                    + " and billing.invoice.prefetch=" + prefetch + " must be at least 1");
        }
    }

    /** Each payment holds a connection: who waits for one would give up while nothing is wrong. */
    private void requireEnoughConnections() {
        int left = connectionsForPayments();
        Duration turns = payment.multipliedBy(consumers).dividedBy(left);
        if (turns.compareTo(connectionWait) > 0) {
            throw new StartRefusedException("too few database connections: " + consumers
                    + " consumers (billing.invoice.concurrency) / " + left
                    + " connections (spring.datasource.hikari.maximum-pool-size"
                    + (mail.connections() > 0 ? ", less " + mail.connections() + " for mails" : "") + ") x "
                    + text(payment)
                    + " for a payment (billing.payment.timeout) = " + text(turns) + ", longer than the "
                    + text(connectionWait)
                    + " that a consumer waits for a connection (spring.datasource.hikari.connection-timeout)");
        }
    }

    /** A claim that ends while all goes well would be taken over, and its work done twice and written once. */
    private void requireLeaseForAll(Duration claimed) {
        Duration all = timeToPay(payment).plus(connectionWait.multipliedBy(2)).plus(MARGIN);
        if (claimed.compareTo(all) < 0) {
            throw new StartRefusedException("claims would end while their payments run: 2 x " + text(payment)
                    + " for a look-up and a payment (billing.payment.timeout) + 2 x " + text(connectionWait)
                    + " for a connection before and behind them (spring.datasource.hikari.connection-timeout) + "
                    + text(MARGIN) + " margin = " + text(all) + ", longer than the " + text(claimed)
                    + " of a claim (billing.claim.lease)");
        }
    }

    /** A prefetched message waits unacked for those before it, and the broker's clock runs for it too. */
    private void requireAckInTime() {
        Duration lock = DatabaseSession.lockTimeout(payment);
        Duration all = oneMessage().multipliedBy(prefetch);
        if (all.compareTo(consumerTimeout) >= 0) {
            throw new StartRefusedException("the broker would take messages away from consumers that still work: "
                    + prefetch + " messages (billing.invoice.prefetch) x (2 x " + text(payment)
                    + " for a look-up and a payment (billing.payment.timeout) + " + text(lock)
                    + " for the order's lock + " + text(MARGIN) + " margin) = " + text(all) + ", not below the "
                    + text(consumerTimeout) + " of the broker's consumer_timeout (billing.broker.consumer-timeout)");
        }
    }

    private static String text(Duration duration) {
        return duration.toMillis() % 1_000 == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
    }
}

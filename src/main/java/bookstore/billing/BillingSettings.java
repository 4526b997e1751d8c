package bookstore.billing;

import bookstore.billing.delivery.RetrySchedule;
import bookstore.billing.operate.InvoiceMode;
import bookstore.billing.operate.MailDelivery;
import bookstore.billing.outbox.Envelope;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** The settings under {@code billing}; README has the table. */
@ConfigurationProperties("billing")
record BillingSettings(
        @DefaultValue Invoice invoice,
        @DefaultValue Claim claim,
        @DefaultValue Broker broker,
        @DefaultValue Payment payment,
        @DefaultValue Retry retry,
        @DefaultValue DeadLetter deadLetter,
        @DefaultValue Inbox inbox,
        @DefaultValue Mail mail,
        @DefaultValue Outbox outbox,
        @DefaultValue Start start,
        @DefaultValue Routes routes) {

    /**
     * The route reads them for itself.
     *
     * @param concurrency consumers of an instance
     * @param prefetch messages that each consumer holds unacked, the one it works on included
     * @param mode which of the two routes runs
     */
    record Invoice(
            @DefaultValue("8") int concurrency,
            @DefaultValue("4") int prefetch,
            @DefaultValue("transaction") InvoiceMode mode) {}

    /** @param lease how long a claim keeps others away from its message and its order */
    record Claim(@DefaultValue("2m") Duration lease) {}

    /** @param consumerTimeout the broker's own {@code consumer_timeout}, which AMQP does not tell */
    record Broker(@DefaultValue("30m") Duration consumerTimeout) {}

    /**
     * @param timeout the limit of one call to the provider, first to last byte
     * @param keyLife how long the provider knows an idempotency key
     */
    record Payment(
            String url,
            @DefaultValue("10s") Duration timeout,
            @DefaultValue("24h") Duration keyLife,
            @DefaultValue Events events) {

        /**
         * The route reads the concurrency for itself.
         *
         * @param concurrency consumers of an instance
         * @param patience how long an event may wait for its payment
         * @param ignored types of events that change nothing
         */
        record Events(
                @DefaultValue("1") int concurrency,
                @DefaultValue("1d") Duration patience,
                @DefaultValue List<String> ignored) {}
    }

    /** @param delays one a retry; after the last one the message is a dead letter */
    record Retry(@DefaultValue({"5s", "30s", "2m", "10m"}) List<Duration> delays) {
        RetrySchedule schedule() {
            return new RetrySchedule(delays);
        }
    }

    /** @param retention how long a dead letter is kept in its queue */
    record DeadLetter(@DefaultValue("14d") Duration retention) {}

    /**
     * @param retention how long a processed message is remembered
     * @param allowEarlyForgetting whether that may be shorter than copies of it can come
     */
    record Inbox(
            @DefaultValue("30d") Duration retention,
            @DefaultValue("false") boolean allowEarlyForgetting,
            @DefaultValue Cleanup cleanup) {}

    /**
     * @param period between two turns of the cleaner; the route reads it for itself
     * @param batch rows that one transaction deletes
     * @param pause between two transactions of a turn
     */
    record Cleanup(
            @DefaultValue("1m") Duration period,
            @DefaultValue("1000") int batch,
            @DefaultValue("100ms") Duration pause) {}

    /**
     * The routes read the addresses and the way of delivery for themselves.
     *
     * @param from the sender of mails; null where no mail server is named
     * @param to who gets them, since no message carries an address; null where no mail server is named
     * @param timeout the limit of the connecting to the mail server, and of each of its answers
     * @param delivery what becomes of a mail whose sending is interrupted
     */
    record Mail(
            @Nullable String from,
            @Nullable String to,
            @DefaultValue("10s") Duration timeout,
            @DefaultValue("at-most-once") MailDelivery delivery) {}

    /**
     * The routes read the first two and the retention for themselves.
     *
     * @param relay whether this instance publishes events, its own and those of others
     * @param batch events that are published and confirmed at once
     * @param poll how long an event waits at most that no notification tells of
     * @param listen whether notifications are listened to, which takes a database connection beside the pool
     * @param retention how long an event is kept when it is sent
     * @param envelope what stands around an event
     * @param namespace of .NET, for the message type in MassTransit's envelope
     */
    record Outbox(
            @DefaultValue("true") boolean relay,
            @DefaultValue("200") int batch,
            @DefaultValue("1s") Duration poll,
            @DefaultValue("true") boolean listen,
            @DefaultValue("7d") Duration retention,
            @DefaultValue("none") Envelope envelope,
            @DefaultValue("Bookstore.Billing.Contracts") String namespace) {}

    /** @param serverWait how long to wait, at the start, for each server that is not there yet */
    record Start(@DefaultValue("2m") Duration serverWait) {}

    /** @param directory the folder of the route files */
    record Routes(@DefaultValue("routes") Path directory) {}
}

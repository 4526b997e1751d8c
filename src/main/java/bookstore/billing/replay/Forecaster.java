package bookstore.billing.replay;

import bookstore.billing.delivery.Reason;
import bookstore.billing.delivery.RetrySchedule;
import bookstore.billing.order.OrderMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * Tells of one dead letter after the other what its replay would come to, those before it taken into account: of two
 * copies the first is invoiced and the second skipped.
 */
final class Forecaster {

    private final DataSource dataSource;
    private final InboxMemory memory;
    private final Duration keyLife;
    private final String consumer;
    private final boolean invoices;
    private final Map<String, String> sentFingerprints = new HashMap<>();
    private final Map<UUID, String> sentOrders = new HashMap<>();

    /**
     * @param keyLife how long the provider knows an idempotency key
     * @param queue the consumer's
     * @param invoices whether the consumer invoices what it reads
     */
    Forecaster(DataSource dataSource, InboxMemory memory, Duration keyLife, String queue, boolean invoices) {
        this.dataSource = dataSource;
        this.memory = memory;
        this.keyLife = keyLife;
        this.consumer = queue.replace('-', '.');
        this.invoices = invoices;
    }

    Forecast forecast(DeadLetter letter) {
        Instant now = Instant.now();
        Instant firstFailedAt = memory.firstFailure(letter.firstFailedAt(), now);
        Forecast forecast = forecast(letter, firstFailedAt, now);
        OrderMessage read = letter.read();
        if (read != null && forecast.effect().isReplayed()) {
            sentFingerprints.putIfAbsent(read.id(), read.order().fingerprint());
            sentOrders.putIfAbsent(read.order().orderId(), read.order().fingerprint());
        }
        return forecast;
    }

    private Forecast forecast(DeadLetter letter, Instant firstFailedAt, Instant now) {
        if (memory.mayHaveForgotten(firstFailedAt, now)) {
            String age = RetrySchedule.text(wholeHours(Duration.between(firstFailedAt, now)));
            return new Forecast(
                    letter,
                    Effect.TOO_OLD,
                    "failed first " + age + " ago; the inbox remembers "
                            + RetrySchedule.text(memory.retention()) + ", less " + RetrySchedule.text(memory.margin())
                            + " for the way: a copy may be forgotten",
                    false,
                    firstFailedAt);
        }
        if (letter.refusal() != null) {
            return new Forecast(letter, Effect.UNREADABLE, letter.refusal(), false, firstFailedAt);
        }
        Known known = Known.of(dataSource, consumer, letter.messageId(), letter.read());
        return letter.read() == null
                ? unread(letter, known, firstFailedAt)
                : read(letter, letter.read(), known, firstFailedAt, now);
    }

    private Forecast unread(DeadLetter letter, Known known, Instant firstFailedAt) {
        return known.processed()
                ? new Forecast(
                        letter, Effect.SKIP_MESSAGE, consumer + " has processed this message id", false, firstFailedAt)
                : new Forecast(letter, Effect.HANDLE, consumer + " would handle it", false, firstFailedAt);
    }

    private Forecast read(DeadLetter letter, OrderMessage read, Known known, Instant firstFailedAt, Instant now) {
        String fingerprint = read.order().fingerprint();
        String processed = known.processed() ? known.fingerprint() : sentFingerprints.get(read.id());
        if (processed != null && !processed.equals(fingerprint)) {
            return new Forecast(
                    letter,
                    Effect.MESSAGE_ID_CONFLICT,
                    "this message id stands for another content: " + processed,
                    false,
                    firstFailedAt);
        }
        if (known.processed() || processed != null) {
            String why = known.processed()
                    ? consumer + " has processed this message id"
                    : "a copy of a dead letter before it";
            return new Forecast(letter, Effect.SKIP_MESSAGE, why, false, firstFailedAt);
        }
        return invoices
                ? order(letter, read, known, firstFailedAt, now)
                : new Forecast(letter, Effect.HANDLE, consumer + " would handle it", false, firstFailedAt);
    }

    private Forecast order(DeadLetter letter, OrderMessage read, Known known, Instant firstFailedAt, Instant now) {
        String sent = sentOrders.get(read.order().orderId());
        Boolean same = known.sameInvoice() != null
                ? known.sameInvoice()
                : sent == null ? null : Boolean.valueOf(sent.equals(read.order().fingerprint()));
        if (same == null) {
            return new Forecast(
                    letter,
                    Effect.INVOICE,
                    "would be invoiced; " + lookUp(letter, known, firstFailedAt, now),
                    true,
                    firstFailedAt);
        }
        String which =
                known.sameInvoice() != null ? "its order has an invoice" : "a dead letter before it has its order";
        return same
                ? new Forecast(letter, Effect.SKIP_ORDER, which, false, firstFailedAt)
                : new Forecast(
                        letter, Effect.ORDER_CONFLICT, which + ", of another amount or currency", false, firstFailedAt);
    }

    /** The route looks every replayed message up; this says why it is well advised to. */
    private String lookUp(DeadLetter letter, Known known, Instant firstFailedAt, Instant now) {
        if (Reason.PAYMENT_DECLINED.word().equals(letter.reason())) {
            return "it was declined: the provider is asked again with the same key";
        }
        if ("Pending".equals(known.payment())) {
            return "looked up first: an earlier try may have charged it";
        }
        if ("Refunded".equals(known.payment())) {
            return "looked up first: its payment was refunded, and where the provider says so it comes back";
        }
        if (letter.firstFailedAt() == null || firstFailedAt.plus(keyLife).isBefore(now)) {
            return "looked up first: the provider may have forgotten its key, which lives "
                    + RetrySchedule.text(keyLife);
        }
        return "looked up first, as each replay is; its key is still known";
    }

    private static Duration wholeHours(Duration duration) {
        return duration.toHours() == 0
                ? Duration.ofMinutes(Math.max(1, duration.toMinutes()))
                : Duration.ofHours(duration.toHours() >= 48 ? duration.toDays() * 24 : duration.toHours());
    }
}

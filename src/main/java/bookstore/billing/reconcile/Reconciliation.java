package bookstore.billing.reconcile;

import bookstore.billing.inquiry.OrderRecord;
import bookstore.billing.inquiry.OrderRecords;
import bookstore.billing.inquiry.Queues;
import bookstore.billing.payment.Charge;
import bookstore.billing.payment.LedgerFailedException;
import bookstore.billing.payment.ProviderLedger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Holds the provider's ledger of a period against our tables, while both go on changing.
 *
 * <p>An order is looked at where its charge or its invoice falls into the period, each by its own server's clock, and
 * then its other side is looked for whatever its time: nothing depends on the two clocks, or on which side of an edge
 * something fell. What differs at the first look may be an order that is just being invoiced. It is looked at again
 * until the grace is over, and only what still differs then is told.
 *
 * <p>Orders that are equal leave their ids behind (so that an invoice is not looked up whose charge was in the list),
 * and nothing else.
 */
public final class Reconciliation {

    private static final int ORDERS_AT_ONCE = 1_000;

    private static final Duration DAY = Duration.ofDays(1);

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    private final ProviderLedger ledger;
    private final OrderRecords records;
    private final Whereabouts whereabouts;
    private final Patience patience;

    public Reconciliation(ProviderLedger ledger, OrderRecords records, Queues queues, Patience patience) {
        this.ledger = ledger;
        this.records = records;
        this.whereabouts = new Whereabouts(queues);
        this.patience = patience;
    }

    /** A whole day, which ends where nothing waits for a retry any more unless something is wrong. */
    public Period lastDay() {
        Instant end = records.now().minus(patience.retries());
        return new Period(end.minus(DAY), end);
    }

    /** How long an order may differ before it counts, unless the caller says otherwise. */
    public Duration grace() {
        return patience.grace();
    }

    /**
     * @param grace how long an order may differ before it counts
     * @param progress is told in a few words what is being done
     * @throws LedgerFailedException where the provider could not be asked: then nothing is known
     */
    public Findings of(Period period, Duration grace, Consumer<String> progress) {
        var run = new Run(period, progress);
        run.readLedger();
        run.readInvoices();
        run.waitForWhatIsInWork(grace);
        return run.findings();
    }

    /** One run's notes. */
    private final class Run {

        private final Period period;
        private final Consumer<String> progress;
        private final Suspects suspects = new Suspects();
        private final Set<UUID> charged = new HashSet<>();
        private final List<Charge> batch = new ArrayList<>();
        private long charges;
        private long invoices;

        private Run(Period period, Consumer<String> progress) {
            this.period = period;
            this.progress = progress;
        }

        private void readLedger() {
            List<Period> parts = period.parts();
            for (int part = 0; part < parts.size(); part++) {
                ledger.charges(parts.get(part).from(), parts.get(part).to(), this::read);
                compareBatch();
                progress.accept("ledger: part %d of %d read, %d charges".formatted(part + 1, parts.size(), charges));
            }
        }

        private void read(Charge charge) {
            charges++;
            batch.add(charge);
            if (batch.size() == ORDERS_AT_ONCE) {
                compareBatch();
            }
        }

        private void compareBatch() {
            Map<UUID, OrderRecord> found = records.find(batch.stream()
                    .flatMap(charge -> OrderIds.of(charge).stream())
                    .toList());
            for (Charge charge : batch) {
                UUID orderId = OrderIds.of(charge).orElse(null);
                boolean another = orderId != null && charge.tookMoney() && !charged.add(orderId);
                suspects.see(charge, orderId == null ? null : found.get(orderId), another);
            }
            batch.clear();
        }

        /** Those whose charge was not in the list: it may lie just outside the period. */
        private void readInvoices() {
            var uncharged = new ArrayList<UUID>();
            records.invoicedBetween(period.from(), period.to(), orderId -> {
                invoices++;
                if (!charged.contains(orderId)) {
                    uncharged.add(orderId);
                }
            });
            charged.clear();
            progress.accept("%d invoices read, %d charges to look up".formatted(invoices, uncharged.size()));
            for (int start = 0; start < uncharged.size(); start += ORDERS_AT_ONCE) {
                List<UUID> some = uncharged.subList(start, Math.min(uncharged.size(), start + ORDERS_AT_ONCE));
                records.find(some).values().forEach(this::lookUp);
                progress.accept("%d of %d charges looked up".formatted(start + some.size(), uncharged.size()));
            }
        }

        private void lookUp(OrderRecord record) {
            String key = record.orderId().toString();
            suspects.put(key, ledger.charge(key).stream().toList(), record);
        }

        private void waitForWhatIsInWork(Duration grace) {
            long end = System.nanoTime() + grace.toNanos();
            Duration pause = FIRST_PAUSE;
            while (!suspects.isEmpty() && System.nanoTime() < end) {
                progress.accept("%d orders differ, looking again until they have had %d s"
                        .formatted(suspects.size(), grace.toSeconds()));
                pause(Math.min(pause.toNanos(), end - System.nanoTime()));
                pause = pause.multipliedBy(2);
                lookAgain();
            }
        }

        private void lookAgain() {
            Map<String, @Nullable OrderRecord> fresh = new HashMap<>();
            List<String> all = suspects.orders();
            for (int start = 0; start < all.size(); start += ORDERS_AT_ONCE) {
                List<String> some = all.subList(start, Math.min(all.size(), start + ORDERS_AT_ONCE));
                records.find(some.stream()
                                .flatMap(order -> OrderIds.of(order).stream())
                                .toList())
                        .values()
                        .forEach(record -> fresh.put(record.orderId().toString(), record));
            }
            for (String order : all) {
                suspects.lookAgain(order, fresh.get(order), ledger::charge);
            }
        }

        private Findings findings() {
            List<Difference> differences = suspects.differences();
            if (!differences.isEmpty()) {
                progress.accept("looking for the messages of %d orders".formatted(suspects.size()));
            }
            var notAsked = new ArrayList<String>();
            List<Difference> found = whereabouts.of(differences, notAsked);
            return new Findings(period, charges, invoices, found, notAsked);
        }
    }

    private static void pause(long nanos) {
        try {
            Thread.sleep(Math.max(0, nanos / 1_000_000));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while orders in work were waited for", e);
        }
    }
}

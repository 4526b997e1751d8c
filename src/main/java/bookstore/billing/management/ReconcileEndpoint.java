package bookstore.billing.management;

import bookstore.billing.reconcile.Findings;
import bookstore.billing.reconcile.Period;
import bookstore.billing.reconcile.Reconciliation;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Semaphore;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.lang.Nullable;

/** {@code GET reconcile?from=&to=&grace=}: what differs between the provider's ledger and our tables. One run at a time. */
@WebEndpoint(id = "reconcile")
public final class ReconcileEndpoint {

    private static final Duration DAY = Duration.ofDays(1);

    private final Reconciliation reconciliation;
    private final Semaphore run = new Semaphore(1);

    public ReconcileEndpoint(Reconciliation reconciliation) {
        this.reconciliation = reconciliation;
    }

    @ReadOperation
    public WebEndpointResponse<Object> reconcile(@Nullable String from, @Nullable String to, @Nullable String grace) {
        if (!run.tryAcquire()) {
            return WebReply.busy("another reconciliation is running here");
        }
        try {
            return WebReply.of(() -> findings(from, to, grace));
        } finally {
            run.release();
        }
    }

    private Findings findings(@Nullable String from, @Nullable String to, @Nullable String grace) {
        Instant end = to == null ? reconciliation.lastDay().to() : Texts.instant(to);
        Instant start = from == null ? end.minus(DAY) : Texts.instant(from);
        Duration patience = grace == null ? reconciliation.grace() : Texts.duration(grace);
        return reconciliation.of(new Period(start, end), patience, text -> {});
    }
}

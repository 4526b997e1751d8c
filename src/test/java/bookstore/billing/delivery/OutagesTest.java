package bookstore.billing.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Whoever suspects a server waits for the probe's word on it, and only for so long; one that is away gets trials. */
class OutagesTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    private final Outages outages = new Outages();

    @Test
    void suspicionThatTheProbeConfirmsIsAnOutage() throws Exception {
        outages.suspect(Server.DATABASE);
        var away = isAway();

        outages.away(Server.DATABASE, "no answer");

        assertThat(away.get(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void suspicionThatTheProbeRefutesIsNone() throws Exception {
        outages.suspect(Server.DATABASE);
        var away = isAway();

        outages.worked(Server.DATABASE);

        assertThat(away.get(10, TimeUnit.SECONDS)).isFalse();
        assertThat(outages.of(Server.DATABASE)).isEmpty();
    }

    @Test
    void probeThatDoesNotSpeakInTimeIsNotWaitedForAnyLonger() throws Exception {
        outages.suspect(Server.DATABASE);

        assertThat(outages.isAway(Server.DATABASE, Duration.ofMillis(50))).isFalse();
        assertThat(outages.isSuspect(Server.DATABASE)).isTrue();
    }

    @Test
    void knownOutageIsToldAtOnceAndSuspectedNoMore() throws Exception {
        outages.away(Server.DATABASE, "no answer");

        outages.suspect(Server.DATABASE);

        assertThat(outages.isAway(Server.DATABASE, LONG)).isTrue();
        assertThat(outages.isSuspect(Server.DATABASE)).isFalse();
    }

    /** Three failures may have cost three messages; a trial costs one. */
    @Test
    void serverThatIsAwayIsTriedByOneMessageATrial() {
        assertThat(outages.mayBeTried(Server.MAIL_SERVER)).isTrue();
        outages.away(Server.MAIL_SERVER, "no");
        assertThat(outages.mayBeTried(Server.MAIL_SERVER)).isFalse();

        outages.allowTrial(Server.MAIL_SERVER);

        assertThat(outages.mayBeTried(Server.MAIL_SERVER)).isTrue();
        assertThat(outages.mayBeTried(Server.MAIL_SERVER)).isFalse();
        outages.worked(Server.MAIL_SERVER);
        assertThat(outages.mayBeTried(Server.MAIL_SERVER)).isTrue();
    }

    private CompletableFuture<Boolean> isAway() {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return outages.isAway(Server.DATABASE, LONG);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}

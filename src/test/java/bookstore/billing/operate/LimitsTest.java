package bookstore.billing.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Settings that cannot work together are refused with the sum; those that can, are not. */
class LimitsTest {

    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final Duration THIRTY_MINUTES = Duration.ofMinutes(30);
    private static final Limits.Mail MAIL = new Limits.Mail(Duration.ofSeconds(10), 0);

    @Test
    void whatShipsIsAccepted() {
        assertAccepted(new Limits(8, 4, Duration.ofSeconds(10), THIRTY_MINUTES, 10, WAIT, null, MAIL));
    }

    @Test
    void consumersMayTakeTurnsOnAConnectionWithinTheWaitForIt() {
        assertAccepted(new Limits(8, 4, Duration.ofSeconds(15), THIRTY_MINUTES, 4, WAIT, null, MAIL));
    }

    @Test
    void mailsInsideTransactionsLeavePaymentsFewerConnections() {
        var mails = new Limits.Mail(Duration.ofSeconds(10), 2);

        assertThatThrownBy(new Limits(8, 4, Duration.ofSeconds(15), THIRTY_MINUTES, 5, WAIT, null, mails)::check)
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("/ 3 connections (spring.datasource.hikari.maximum-pool-size, less 2 for mails)")
                .hasMessageContaining("= 40s, longer than the 30s");
        assertThat(new Limits(8, 4, Duration.ofSeconds(10), THIRTY_MINUTES, 9, WAIT, null, mails).stop())
                .isEqualTo(Duration.ofSeconds(75));
    }

    @Test
    void stopWaitsForAMailThatTakesLongerThanAPayment() {
        var slow = new Limits.Mail(Duration.ofSeconds(30), 0);

        assertThat(new Limits(8, 4, Duration.ofSeconds(10), THIRTY_MINUTES, 10, WAIT, null, slow).stop())
                .isEqualTo(Duration.ofSeconds(85));
    }

    @Test
    void consumersThatWouldGiveUpWaitingForAConnectionAreRefusedWithTheSum() {
        assertThatThrownBy(new Limits(8, 4, Duration.ofSeconds(16), THIRTY_MINUTES, 4, WAIT, null, MAIL)::check)
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("8 consumers")
                .hasMessageContaining("/ 4 connections")
                .hasMessageContaining("x 16s")
                .hasMessageContaining("= 32s, longer than the 30s");
    }

    /** 1 message: 2 x 10 s for look-up and charge, 15 s for the lock, 10 s margin. */
    @Test
    void messagesThatTheBrokerWouldTakeAwayUnackedAreRefusedWithTheSum() {
        var one = Duration.ofSeconds(45);

        assertAccepted(new Limits(8, 1, Duration.ofSeconds(10), one.plusMillis(1), 10, WAIT, null, MAIL));
        assertThatThrownBy(new Limits(8, 1, Duration.ofSeconds(10), one, 10, WAIT, null, MAIL)::check)
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("1 messages (billing.invoice.prefetch) x (2 x 10s")
                .hasMessageContaining("+ 15s for the order's lock + 10s margin) = 45s")
                .hasMessageContaining("not below the 45s")
                .hasMessageContaining("billing.broker.consumer-timeout");
    }

    @Test
    void everyPrefetchedMessageWaitsForThoseBeforeIt() {
        var two = Duration.ofSeconds(90);

        assertAccepted(new Limits(8, 2, Duration.ofSeconds(10), two.plusMillis(1), 10, WAIT, null, MAIL));
        assertThatThrownBy(new Limits(8, 2, Duration.ofSeconds(10), two, 10, WAIT, null, MAIL)::check)
                .hasMessageContaining("2 messages")
                .hasMessageContaining("= 90s");
    }

    @Test
    void noConsumersAndNoPrefetchAreRefused() {
        assertThatThrownBy(new Limits(0, 4, Duration.ofSeconds(10), THIRTY_MINUTES, 10, WAIT, null, MAIL)::check)
                .hasMessageContaining("billing.invoice.concurrency=0");
        assertThatThrownBy(new Limits(8, 0, Duration.ofSeconds(10), THIRTY_MINUTES, 10, WAIT, null, MAIL)::check)
                .hasMessageContaining("billing.invoice.prefetch=0");
    }

    /** 2 x 10 s for look-up and charge, 15 s for the lock, 10 s margin. */
    @Test
    void stopWaitsForWhatOneMessageMayTake() {
        assertThat(new Limits(8, 4, Duration.ofSeconds(10), THIRTY_MINUTES, 10, WAIT, null, MAIL).stop())
                .isEqualTo(Duration.ofSeconds(45));
    }

    @Test
    void stopWaitsLongerWhereAPaymentMayTakeLonger() {
        assertThat(new Limits(8, 4, Duration.ofSeconds(30), THIRTY_MINUTES, 10, WAIT, null, MAIL).stop())
                .isEqualTo(Duration.ofSeconds(2 * 30 + 35 + 10));
    }

    @Test
    void stopWaitsForTheTurnAtAConnectionTooWhereConsumersShareThem() {
        assertThat(new Limits(8, 4, Duration.ofSeconds(10), THIRTY_MINUTES, 7, WAIT, null, MAIL).stop())
                .isEqualTo(Duration.ofSeconds(45 + 30));
    }

    @Test
    void stopWaitsForEachTurnOfAClaimingConsumer() {
        assertThat(new Limits(400, 1, Duration.ofSeconds(10), THIRTY_MINUTES, 10, WAIT, Duration.ofMinutes(3), MAIL)
                        .stop())
                .isEqualTo(Duration.ofSeconds(45 + 3 * 30));
    }

    /** 2 x 10 s for look-up and charge, 2 x 30 s for a connection, 10 s margin. */
    @Test
    void claimsThatWouldEndBeforeTheirWorkAreRefusedWithTheSum() {
        var all = Duration.ofSeconds(90);

        assertAccepted(new Limits(8, 4, Duration.ofSeconds(10), THIRTY_MINUTES, 10, WAIT, all, MAIL));
        assertThatThrownBy(
                        new Limits(8, 4, Duration.ofSeconds(10), THIRTY_MINUTES, 10, WAIT, all.minusMillis(1), MAIL)
                                ::check)
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("2 x 10s for a look-up and a payment")
                .hasMessageContaining("2 x 30s for a connection")
                .hasMessageContaining("10s margin = 90s, longer than the 89999ms of a claim (billing.claim.lease)");
    }

    @Test
    void consumersThatMakeClaimsNeedNoConnectionEach() {
        assertAccepted(
                new Limits(400, 4, Duration.ofSeconds(10), THIRTY_MINUTES, 10, WAIT, Duration.ofMinutes(2), MAIL));
    }

    private static void assertAccepted(Limits limits) {
        assertThatCode(limits::check).doesNotThrowAnyException();
    }
}

package bookstore.billing.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import bookstore.billing.delivery.Verdict.Fate;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import org.apache.camel.RuntimeCamelException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;

class VerdictTest {

    @Test
    void refusalIsFoundInsideTheFrameworksWrapping() {
        var failure = new RuntimeCamelException(new RefusedMessageException(Reason.PAYMENT_DECLINED, "declined"));

        assertThat(Verdict.of(failure)).isEqualTo(new Verdict(Fate.REFUSED, Reason.PAYMENT_DECLINED));
    }

    @ParameterizedTest
    @ValueSource(strings = {"55P03", "40001", "40P01", "57014", "53300", "25P03", "08006", "08001", "57P01", "57P03"})
    void whatSpeaksOfTheMomentIsLaterAndSpendsNoTry(String sqlState) {
        var failure = new RuntimeCamelException(new IllegalStateException(new SQLException("passing", sqlState)));

        assertThat(Verdict.of(failure).fate()).isEqualTo(Fate.LATER);
    }

    @Test
    void waitingForAConnectionIsLater() {
        assertThat(Verdict.of(new CannotCreateTransactionException("pool")).fate())
                .isEqualTo(Fate.LATER);
    }

    /** A statement of its own waits for one just as a transaction does; a pool that has none left gives no SQLSTATE. */
    @Test
    void waitingForAConnectionOutsideATransactionIsLater() {
        var failure = new RuntimeCamelException(
                new CannotGetJdbcConnectionException("pool", new SQLTransientConnectionException("not available")));

        assertThat(Verdict.of(failure).fate()).isEqualTo(Fate.LATER);
    }

    /** The rollback fails on a connection that has gone, and what it throws tells nothing of it. */
    @Test
    void failureOfTheRollbackDoesNotHideWhatFailedInTheFirstPlace() {
        var first = new RuntimeCamelException(new SQLException("terminated", "57P01"));
        var thrown = new TransactionSystemException("rollback", new SQLException("Connection is closed"));
        thrown.initApplicationException(first);

        Throwable original = Verdict.original(new RuntimeCamelException(thrown));

        assertThat(original).isSameAs(first);
        assertThat(Verdict.of(original).fate()).isEqualTo(Fate.LATER);
        assertThat(Verdict.suspectsDatabase(original)).isTrue();
    }

    @Test
    void failureOfTheCommitIsItsOwnOriginal() {
        var thrown = new TransactionSystemException("commit", new SQLException("gone", "08006"));

        assertThat(Verdict.original(thrown)).isSameAs(thrown);
        assertThat(Verdict.of(thrown).fate()).isEqualTo(Fate.LATER);
    }

    /** Duplicates are told by the statements' own row counts; a violation that reaches this point is an error. */
    @Test
    void uniqueViolationIsAFailedTryAndNoDuplicate() {
        var failure = new DuplicateKeyException("unique", new SQLException("unique_violation", "23505"));

        assertThat(Verdict.of(failure)).isEqualTo(new Verdict(Fate.FAILED, null));
    }

    @Test
    void messageWhoseTurnHasNotComeMaySayHowLongItWouldWait() {
        var waits = new RuntimeCamelException(new TryLaterException("early", Duration.ofMinutes(1)));

        assertThat(Verdict.of(waits).fate()).isEqualTo(Fate.LATER);
        assertThat(Verdict.wanted(waits)).isEqualTo(Duration.ofMinutes(1));
        assertThat(Verdict.wanted(new TryLaterException("at once"))).isZero();
        assertThat(Verdict.wanted(new SQLException("lock", "55P03"))).isZero();
    }

    @Test
    void anythingElseIsAFailedTry() {
        assertThat(Verdict.of(new IllegalArgumentException("a bug"))).isEqualTo(new Verdict(Fate.FAILED, null));
        assertThat(Verdict.of(new SQLException("no state"))).isEqualTo(new Verdict(Fate.FAILED, null));
    }
}

package bookstore.billing.operate;

import static org.assertj.core.api.Assertions.assertThat;

import bookstore.billing.dev.Database;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.JdbcTemplate;

class DatabaseSessionTest {

    /** With off, a server that is stopped at once forgets what it has committed and we have acked. */
    @ParameterizedTest
    @CsvSource({"off, on", "on, on", "remote_apply, remote_apply"})
    void commitIsOnDiskBeforeItsMessageIsAckedWhateverTheDatabaseIsSetTo(String set, String used) {
        try (Database database = Database.create();
                HikariDataSource pool = new HikariDataSource()) {
            database.update("ALTER DATABASE " + database.name() + " SET synchronous_commit = " + set);
            pool.setJdbcUrl(database.url());
            pool.setUsername(database.username());
            pool.setPassword(database.password());
            new DatabaseSession(pool, Duration.ofSeconds(10), Duration.ofSeconds(40)).configure();

            assertThat(new JdbcTemplate(pool).queryForObject("SHOW synchronous_commit", String.class))
                    .isEqualTo(used);
            assertThat(new JdbcTemplate(pool).queryForObject("SHOW lock_timeout", String.class))
                    .isEqualTo("15s");
            assertThat(new JdbcTemplate(pool).queryForObject("SHOW idle_in_transaction_session_timeout", String.class))
                    .isEqualTo("70s");
        }
    }
}

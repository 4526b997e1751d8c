package bookstore.billing.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bookstore.billing.dev.Database;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

class MigrationTest {

    private final Database database = Database.create();

    @AfterEach
    void drop() {
        database.close();
    }

    static Stream<Resource> migrations() throws IOException {
        return Stream.of(new PathMatchingResourcePatternResolver().getResources("classpath:db/migration/*.sql"));
    }

    @Test
    void migrationThatWasKilledHalfwayIsRepeated() throws Exception {
        // what a kill leaves: the transaction of the migration is gone, the history's table is there
        try (Connection killed = database.dataSource().getConnection();
                Statement statement = killed.createStatement()) {
            killed.setAutoCommit(false);
            for (Resource migration : migrations().toList()) {
                statement.execute(migration.getContentAsString(StandardCharsets.UTF_8));
            }
            killed.rollback();
        }
        flyway().baseline();
        database.update("DELETE FROM flyway_schema_history");

        assertThat(flyway().migrate().migrationsExecuted).isPositive();
        assertThat(flyway().migrate().migrationsExecuted).isZero();
    }

    /** The contract's names, which other programs tell violations by. */
    @Test
    void constraintsHaveTheirNames() {
        flyway().migrate();

        assertThat(
                        database.rows(
                                """
                        SELECT conname FROM pg_constraint
                        WHERE conrelid IN ('invoice'::regclass, 'processed_message'::regclass) AND contype IN ('p', 'u')
                        """))
                .extracting(row -> row.get("conname"))
                .containsExactlyInAnyOrder("invoice_pkey", "invoice_order_id_key", "processed_message_pkey");
        assertThat(
                        database.rows(
                                """
                        SELECT column_name FROM information_schema.columns
                        WHERE table_schema = 'public' AND table_name IN ('invoice', 'processed_message')
                          AND data_type = 'timestamp with time zone' AND column_default = 'now()'
                        """))
                .extracting(row -> row.get("column_name"))
                .containsExactlyInAnyOrder("created_at", "processed_at");
    }

    @Test
    void invoiceThatMakesNoSenseIsKeptOutByItsTable() {
        flyway().migrate();

        assertThatThrownBy(() -> insert("0", "TRY")).hasMessageContaining("invoice_amount_positive");
        assertThatThrownBy(() -> insert("1", "try")).hasMessageContaining("invoice_currency_code");
        assertThatThrownBy(() -> database.update(
                        "INSERT INTO processed_message (message_id, consumer, fingerprint) VALUES ('  ', 'c', 'f')"))
                .hasMessageContaining("processed_message_id_not_blank");
    }

    private void insert(String amount, String currency) {
        database.update(
                "INSERT INTO invoice (order_id, amount, currency, payment_id) VALUES (gen_random_uuid(), ?::numeric, ?, 'p')",
                amount,
                currency);
    }

    private Flyway flyway() {
        return Flyway.configure()
                .dataSource(database.url(), database.username(), database.password())
                .load();
    }
}

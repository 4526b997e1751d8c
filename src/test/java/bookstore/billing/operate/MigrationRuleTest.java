package bookstore.billing.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** Two versions of the application run side by side on one schema, so each migration leaves the previous one working. */
class MigrationRuleTest {

    private static final String FIRST =
            """
            SET LOCAL lock_timeout = '5s';
            CREATE TABLE payment (
                order_id uuid NOT NULL,
                status   text NOT NULL,
                CONSTRAINT payment_status_known CHECK (status IN ('Pending', 'Captured')),
                CONSTRAINT payment_id_known CHECK (status = 'Pending' OR payment_id IS NOT NULL)
            );
            """;

    @Test
    void everyMigrationThatShipsKeepsTheRule() throws IOException {
        // those of a next version as well, which TwoVersionsTest applies for real
        Resource[] migrations = new PathMatchingResourcePatternResolver().getResources("classpath*:db/*/V*.sql");
        Arrays.sort(migrations, Comparator.comparingInt(MigrationRuleTest::version));
        var rule = new MigrationRule();

        assertThat(migrations).hasSizeGreaterThanOrEqualTo(4);
        for (Resource migration : migrations) {
            assertThat(rule.refusals(migration.getContentAsString(StandardCharsets.UTF_8)))
                    .as(migration.getFilename())
                    .isEmpty();
        }
    }

    private static int version(Resource migration) {
        String name = String.valueOf(migration.getFilename());
        return Integer.parseInt(name.substring(1, name.indexOf("__")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TABLE claim (id bigint, CONSTRAINT claim_pkey PRIMARY KEY (id)); CREATE INDEX i ON claim (id)",
                "ALTER TABLE payment ADD COLUMN note text",
                "ALTER TABLE payment ADD COLUMN note text NULL, ADD COLUMN other numeric(10, 2)",
                "ALTER TABLE payment ADD COLUMN tries int NOT NULL DEFAULT 0",
                "ALTER TABLE payment ADD COLUMN at timestamptz NOT NULL DEFAULT now()",
                "ALTER TABLE payment ADD COLUMN note text DEFAULT 'a; DROP TABLE payment'::text",
                "/* DROP TABLE payment; */ COMMENT ON TABLE payment IS 'it''s; here' -- DROP TABLE payment;",
                "ALTER TABLE payment DROP CONSTRAINT payment_status_known",
                "ALTER TABLE payment DROP CONSTRAINT payment_status_known, ADD CONSTRAINT payment_status_known"
                        + " CHECK (status IN ('Pending', 'Captured', 'Refunded')) NOT VALID",
                "ALTER TABLE payment DROP CONSTRAINT payment_id_known, ADD CONSTRAINT payment_id_known"
                        + " CHECK (status IN ('Pending', 'Failed') OR payment_id IS NOT NULL) NOT VALID",
                "ALTER TABLE payment DROP CONSTRAINT payment_id_known, ADD CONSTRAINT payment_id_known"
                        + " CHECK (status = 'Pending' OR payment_id IS NOT NULL OR tries > 3) NOT VALID",
                "ALTER TABLE payment VALIDATE CONSTRAINT payment_status_known",
            })
    void changeThatThePreviousVersionDoesNotNoticeIsAccepted(String statements) {
        assertThat(refusals("SET LOCAL lock_timeout = '5s';" + statements)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DROP TABLE payment",
                "ALTER TABLE payment RENAME TO payments",
                "ALTER TABLE payment RENAME COLUMN status TO state",
                "ALTER TABLE payment DROP COLUMN status",
                "ALTER TABLE payment ADD COLUMN note text, DROP COLUMN status",
                "ALTER TABLE payment ALTER COLUMN status TYPE varchar(10)",
                "ALTER TABLE payment ALTER COLUMN status SET NOT NULL",
                "ALTER TABLE payment ADD COLUMN note text NOT NULL",
                "ALTER TABLE payment ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid()",
                "ALTER TABLE payment ADD COLUMN at timestamptz DEFAULT clock_timestamp()",
                "ALTER TABLE payment ADD COLUMN note text UNIQUE",
                "ALTER TABLE payment ADD COLUMN note text CHECK (note <> '')",
                "ALTER TABLE payment ADD CONSTRAINT payment_note UNIQUE (status)",
                "ALTER TABLE payment ADD CONSTRAINT payment_short CHECK (length(status) < 5) NOT VALID",
                "ALTER TABLE payment DROP CONSTRAINT payment_pkey",
                "ALTER TABLE payment DROP CONSTRAINT payment_status_known, ADD CONSTRAINT payment_status_known"
                        + " CHECK (status IN ('Pending', 'Refunded')) NOT VALID",
                "ALTER TABLE payment DROP CONSTRAINT payment_status_known, ADD CONSTRAINT payment_status_known"
                        + " CHECK (status NOT IN ('Pending', 'Captured', 'Refunded')) NOT VALID",
                "ALTER TABLE payment DROP CONSTRAINT payment_status_known, ADD CONSTRAINT payment_status_known"
                        + " CHECK (status IN ('Pending', 'Captured', 'Refunded'))",
                "ALTER TABLE payment DROP CONSTRAINT payment_id_known, ADD CONSTRAINT payment_id_known"
                        + " CHECK (status = 'Pending' OR payment_id IS NOT NULL AND tries > 3) NOT VALID",
                "CREATE INDEX payment_status_idx ON payment (status)",
                "CREATE UNIQUE INDEX payment_status_idx ON payment (status)",
                "CREATE TABLE claim (order_id uuid REFERENCES payment (order_id))",
                "CREATE TABLE claim AS SELECT * FROM payment",
                "CREATE INDEX CONCURRENTLY payment_status_idx ON payment (status)",
                "UPDATE payment SET status = 'Captured'",
                "TRUNCATE payment",
                "LOCK TABLE payment",
                "CREATE EXTENSION pgcrypto",
                "DO $$ BEGIN EXECUTE 'DROP TABLE payment'; END $$",
                "SET LOCAL lock_timeout = '0'",
            })
    void changeThatWouldBreakOrBlockThePreviousVersionIsRefused(String statement) {
        assertThat(refusals("SET LOCAL lock_timeout = '5s';" + statement)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "COMMENT ON TABLE payment IS 'x'",
                "SET lock_timeout = '5s'; COMMENT ON TABLE payment IS 'x'",
                "SET LOCAL lock_timeout = '5min'; COMMENT ON TABLE payment IS 'x'",
                "COMMENT ON TABLE payment IS 'x'; SET LOCAL lock_timeout = '5s'",
                "-- SET LOCAL lock_timeout = '5s';\nCOMMENT ON TABLE payment IS 'x'",
                ""
            })
    void migrationThatDoesNotBeginWithALimitForItsLocksIsRefused(String script) {
        assertThat(refusals(script)).anyMatch(refusal -> refusal.contains("lock_timeout"));
    }

    @Test
    void indexOfATableThatIsThereIsMadeConcurrentlyByAMigrationOfItsOwn() {
        assertThat(refusals("CREATE INDEX CONCURRENTLY payment_status_idx ON payment (status);"))
                .isEmpty();
    }

    /** The application's own tables were two of these once, and a consumer that worked on both met the migration. */
    @Test
    void secondTableThatIsThereIsRefused() {
        var rule = new MigrationRule();
        assertThat(rule.refusals(FIRST)).isEmpty();
        assertThat(rule.refusals(FIRST.replace("payment", "invoice"))).isEmpty();

        assertThat(
                        rule.refusals(
                                """
                                SET LOCAL lock_timeout = '5s';
                                CREATE TABLE note (id bigint);
                                ALTER TABLE note ADD COLUMN text text;
                                ALTER TABLE payment ADD COLUMN note text;
                                ALTER TABLE payment ADD COLUMN tries int;
                                """))
                .isEmpty();
        assertThat(
                        rule.refusals(
                                """
                                SET LOCAL lock_timeout = '5s';
                                ALTER TABLE payment ADD COLUMN note text;
                                ALTER TABLE invoice ADD COLUMN note text;
                                """))
                .singleElement()
                .asString()
                .contains("alter table invoice", "deadlock");
    }

    @Test
    void scriptThatCannotBeReadIsRefused() {
        assertThatThrownBy(() -> refusals("SET LOCAL lock_timeout = '5s'; COMMENT ON TABLE payment IS 'x"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static List<String> refusals(String script) {
        var rule = new MigrationRule();
        assertThat(rule.refusals(FIRST)).isEmpty();
        return rule.refusals(script);
    }
}

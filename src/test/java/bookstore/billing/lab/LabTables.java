package bookstore.billing.lab;

import bookstore.billing.dev.Database;
import java.util.UUID;
import org.flywaydb.core.Flyway;

/** The laboratory's tables, beside the product's: an invoice table for each attempt, and the stock. */
final class LabTables {

    private static final String SCHEMA =
            """
            CREATE SCHEMA lab;

            CREATE TABLE lab.check_then_act_invoice (
                id         uuid        NOT NULL DEFAULT gen_random_uuid() PRIMARY KEY,
                order_id   uuid        NOT NULL,
                amount     numeric     NOT NULL,
                currency   char(3)     NOT NULL,
                created_at timestamptz NOT NULL DEFAULT now()
            );

            CREATE TABLE lab.inbox_invoice (LIKE lab.check_then_act_invoice INCLUDING ALL);

            CREATE TABLE lab.natural_key_invoice (
                LIKE lab.check_then_act_invoice INCLUDING ALL,
                CONSTRAINT natural_key_invoice_order_id_key UNIQUE (order_id)
            );

            CREATE TABLE lab.stock (quantity integer NOT NULL);
            """;

    private static final String CLEAR =
            """
            TRUNCATE lab.check_then_act_invoice, lab.inbox_invoice, lab.natural_key_invoice, lab.stock, processed_message;
            INSERT INTO lab.stock (quantity) VALUES (100);
            """;

    private static final String WAITING =
            """
            SELECT count(*)
            FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'
            """;

    private final Database database;

    private LabTables(Database database) {
        this.database = database;
    }

    /** In a fresh database: the product's migrations, for its inbox, and then the laboratory's own tables. */
    static LabTables create(Database database) {
        Flyway.configure().dataSource(database.dataSource()).load().migrate();
        database.update(SCHEMA);
        return new LabTables(database);
    }

    void clear() {
        database.update(CLEAR);
    }

    /** Gives the inbox attempt's table the unique order id that it lacks in the article's experiments. */
    void makeInboxInvoiceUnique() {
        database.update("ALTER TABLE lab.inbox_invoice ADD CONSTRAINT inbox_invoice_order_id_key UNIQUE (order_id)");
    }

    void makeInboxInvoiceUniqueNoMore() {
        database.update("ALTER TABLE lab.inbox_invoice DROP CONSTRAINT inbox_invoice_order_id_key");
    }

    long invoices(LabRoute route, UUID orderId) {
        return database.count("SELECT count(*) FROM " + route.invoiceTable() + " WHERE order_id = ?", orderId);
    }

    long stock() {
        return database.count("SELECT quantity FROM lab.stock");
    }

    long inboxRows() {
        return database.count("SELECT count(*) FROM processed_message");
    }

    /** How many transactions wait for another one to end. */
    long waiting() {
        return database.count(WAITING);
    }
}

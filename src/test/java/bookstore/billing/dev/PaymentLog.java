package bookstore.billing.dev;

import java.util.List;
import java.util.UUID;

/** Each change of a payment's status, written down by the database itself. */
public final class PaymentLog {

    private final Database database;

    private PaymentLog(Database database) {
        this.database = database;
    }

    /** Begins to write; the application has made its tables. */
    public static PaymentLog of(Database database) {
        database.update(
                """
                CREATE TABLE payment_log (id bigserial, order_id uuid, step text);
                CREATE FUNCTION log_payment() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    INSERT INTO payment_log (order_id, step)
                    VALUES (NEW.order_id, CASE TG_OP WHEN 'INSERT' THEN 'none' ELSE OLD.status END || ' > ' || NEW.status);
                    RETURN NULL;
                END
                $$;
                CREATE TRIGGER payment_log AFTER INSERT OR UPDATE ON payment FOR EACH ROW EXECUTE FUNCTION log_payment();
                """);
        return new PaymentLog(database);
    }

    public void clear() {
        database.update("TRUNCATE payment_log");
    }

    /** What the payment went through, such as {@code none > Pending}, {@code Pending > Captured}. */
    public List<String> steps(UUID orderId) {
        return database.rows("SELECT step FROM payment_log WHERE order_id = ? ORDER BY id", orderId).stream()
                .map(row -> (String) row.get("step"))
                .toList();
    }
}

package bookstore.billing.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The transacted route's statements with nothing around them: no messages, no acks, no calls. A payment is a sleep in the
 * transaction, as it is for the route. A client numbers its own orders; a copy follows its order in the same client.
 */
final class PgbenchScript {

    private static final String INBOX =
            """
            BEGIN;
            INSERT INTO processed_message (message_id, consumer, fingerprint)
            VALUES (md5((:order)::text), 'billing.invoice', md5((:order)::text))
            ON CONFLICT ON CONSTRAINT processed_message_pkey DO NOTHING;
            """;

    private static final String WORK =
            """
            SELECT pg_advisory_xact_lock(hashtext('order'), hashtext(md5((:order)::text)));
            SELECT (SELECT amount = 149.90 AND currency = 'TRY'
                    FROM invoice WHERE order_id = md5((:order)::text)::uuid) AS same_invoice,
                   false OR EXISTS (SELECT FROM payment WHERE order_id = md5((:order)::text)::uuid) AS may_be_charged;
            %s
            INSERT INTO payment (order_id, payment_id, status)
            VALUES (md5((:order)::text)::uuid, md5((:order)::text), 'Captured')
            ON CONFLICT ON CONSTRAINT payment_pkey DO UPDATE
            SET payment_id = EXCLUDED.payment_id, status = EXCLUDED.status, updated_at = now()
            WHERE payment.status = 'Pending';
            INSERT INTO invoice (order_id, amount, currency, payment_id)
            VALUES (md5((:order)::text)::uuid, 149.90, 'TRY', md5((:order)::text))
            ON CONFLICT ON CONSTRAINT invoice_order_id_key DO NOTHING;
            INSERT INTO outbox_message (type, key, cause_id, body)
            SELECT 'InvoiceCreated', order_id::text, md5((:order)::text),
                   json_build_object('orderId', order_id, 'invoiceId', id, 'amount', amount, 'currency', currency,
                                     'paymentId', payment_id,
                                     'createdAt', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24' || chr(58) || 'MI' || chr(58) || 'SS.US"Z"'))::text
            FROM invoice
            WHERE order_id = md5((:order)::text)::uuid
            RETURNING CASE WHEN NOT pg_try_advisory_xact_lock_shared(hashtext('outbox'), 1) THEN pg_notify('outbox', '') END;
            """;

    private static final String COPY =
            """
            SELECT fingerprint FROM processed_message
            WHERE message_id = md5((:order)::text) AND consumer = 'billing.invoice';
            """;

    private PgbenchScript() {}

    static List<String> command(Servers servers, String database, Load load, Path log) {
        Path script = log.resolveSibling(log.getFileName() + ".sql");
        try {
            Files.writeString(script, script(load));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String clients = Integer.toString(load.consumers());
        return List.of(
                servers.pgbench().toString(),
                "-n",
                "-M",
                "prepared",
                "-c",
                clients,
                "-j",
                "2",
                "-T",
                "86400",
                "-D",
                "i=0",
                "-h",
                Servers.HOST,
                "-p",
                Integer.toString(servers.sqlPort()),
                "-U",
                "postgres",
                "-f",
                script.toString(),
                database);
    }

    private static String script(Load load) {
        String sleep =
                load.payment().isZero() ? "" : "\\sleep " + load.payment().toMillis() + " ms";
        String work = WORK.formatted(sleep);
        String number =
                "\\set i :i + 1\n\\set order :client_id * 100000000 + (:i + 1) / " + load.messagesPerOrder() + "\n";
        return load.copies() == 0
                ? number + INBOX + work + "COMMIT;\n"
                : number + INBOX + "\\if :i % 2 = 1\n" + work + "\\else\n" + COPY + "\\endif\nCOMMIT;\n";
    }
}

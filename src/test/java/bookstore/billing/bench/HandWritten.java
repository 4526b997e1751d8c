package bookstore.billing.bench;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import javax.sql.DataSource;

/**
 * The consumer that a good engineer would write instead of a route: the same statements in the same order, one transaction a
 * message, the ack behind the commit. A failure closes the channel, which returns the message; there are no retries, no dead letters,
 * no metrics and no other shapes of a message.
 */
final class HandWritten extends DefaultConsumer {

    private static final int PREFETCH = 4;
    private static final Duration PAYMENT_LIMIT = Duration.ofSeconds(10);

    private static final String TAKE =
            """
            INSERT INTO processed_message (message_id, consumer, fingerprint)
            VALUES (?, 'billing.invoice', ?)
            ON CONFLICT ON CONSTRAINT processed_message_pkey DO NOTHING
            """;

    private static final String FINGERPRINT =
            "SELECT fingerprint FROM processed_message WHERE message_id = ? AND consumer = 'billing.invoice'";

    private static final String LOCK = "SELECT pg_advisory_xact_lock(hashtext('order'), hashtext(?))";

    private static final String LOOK_UP =
            """
            SELECT (SELECT amount = ? AND currency = ? FROM invoice WHERE order_id = ?) AS same_invoice,
                   ? OR EXISTS (SELECT FROM payment WHERE order_id = ?) AS may_be_charged
            """;

    private static final String PAYMENT =
            """
            INSERT INTO payment (order_id, payment_id, status)
            VALUES (?, ?, 'Captured')
            ON CONFLICT ON CONSTRAINT payment_pkey DO UPDATE
            SET payment_id = EXCLUDED.payment_id, status = EXCLUDED.status, updated_at = now()
            WHERE payment.status = 'Pending'
            """;

    private static final String INVOICE =
            """
            INSERT INTO invoice (order_id, amount, currency, payment_id)
            VALUES (?, ?, ?, ?)
            ON CONFLICT ON CONSTRAINT invoice_order_id_key DO NOTHING
            """;

    /** Another process publishes it, so this one's work ends here. */
    private static final String EVENT =
            """
            INSERT INTO outbox_message (type, key, cause_id, body)
            SELECT 'InvoiceCreated', order_id::text, ?,
                   json_build_object('orderId', order_id, 'invoiceId', id, 'amount', amount, 'currency', currency,
                                     'paymentId', payment_id,
                                     'createdAt', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text
            FROM invoice
            WHERE order_id = ?
            RETURNING CASE WHEN NOT pg_try_advisory_xact_lock_shared(hashtext('outbox'), 1) THEN pg_notify('outbox', '') END
            """;

    @JsonIgnoreProperties(ignoreUnknown = true)
    private record Order(UUID orderId, BigDecimal total, String currency) {

        String fingerprint() {
            return orderId + " " + total.stripTrailingZeros().toPlainString() + " " + currency;
        }
    }

    private static final ObjectMapper JSON = new ObjectMapper();

    private final DataSource dataSource;
    private final HttpClient http;
    private final URI charges;

    private HandWritten(Channel channel, DataSource dataSource, HttpClient http, URI charges) {
        super(channel);
        this.dataSource = dataSource;
        this.http = http;
        this.charges = charges;
    }

    public static void main(String[] args) throws Exception {
        Map<String, String> environment = System.getenv();
        int consumers = Integer.parseInt(environment.get("BILLING_INVOICE_CONCURRENCY"));
        var pool = new HikariConfig();
        pool.setJdbcUrl(environment.get("SPRING_DATASOURCE_URL"));
        pool.setUsername(environment.get("SPRING_DATASOURCE_USERNAME"));
        pool.setPassword(environment.get("SPRING_DATASOURCE_PASSWORD"));
        pool.setMaximumPoolSize(Integer.parseInt(environment.get("SPRING_DATASOURCE_HIKARI_MAXIMUM_POOL_SIZE")));
        pool.setAutoCommit(false);
        var dataSource = new HikariDataSource(pool);
        var http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        var charges = URI.create(environment.get("BILLING_PAYMENT_URL") + "/charges");

        var broker = new ConnectionFactory();
        broker.setHost(environment.get("SPRING_RABBITMQ_HOST"));
        broker.setPort(Integer.parseInt(environment.get("SPRING_RABBITMQ_PORT")));
        broker.setUsername(environment.get("SPRING_RABBITMQ_USERNAME"));
        broker.setPassword(environment.get("SPRING_RABBITMQ_PASSWORD"));
        var connection = broker.newConnection(Executors.newFixedThreadPool(consumers), "written by hand");
        for (int i = 0; i < consumers; i++) {
            Channel channel = connection.createChannel();
            channel.basicQos(PREFETCH);
            channel.basicConsume(BenchQueue.NAME, false, new HandWritten(channel, dataSource, http, charges));
        }
    }

    @Override
    public void handleDelivery(String tag, Envelope envelope, BasicProperties properties, byte[] body)
            throws IOException {
        try (Connection connection = dataSource.getConnection()) {
            Order order = JSON.readValue(body, Order.class);
            work(connection, properties.getMessageId(), order, envelope.isRedeliver());
            connection.commit();
        } catch (SQLException e) {
            throw new IOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        getChannel().basicAck(envelope.getDeliveryTag(), false);
    }

    private void work(Connection connection, String messageId, Order order, boolean redelivered)
            throws SQLException, IOException, InterruptedException {
        if (update(connection, TAKE, messageId, order.fingerprint()) == 0) {
            requireSame(connection, messageId, order);
            return;
        }
        look(connection, LOCK, order.orderId().toString());
        boolean mayBeCharged;
        try (PreparedStatement statement = prepare(
                        connection,
                        LOOK_UP,
                        order.total(),
                        order.currency(),
                        order.orderId(),
                        redelivered,
                        order.orderId());
                ResultSet known = statement.executeQuery()) {
            known.next();
            boolean same = known.getBoolean(1);
            if (!known.wasNull()) {
                if (!same) {
                    throw new IllegalStateException("the order has another invoice");
                }
                return;
            }
            mayBeCharged = known.getBoolean(2);
        }
        String paymentId = charge(order, mayBeCharged);
        update(connection, PAYMENT, order.orderId(), paymentId);
        if (update(connection, INVOICE, order.orderId(), order.total(), order.currency(), paymentId) == 0) {
            throw new IllegalStateException("the order was invoiced meanwhile");
        }
        look(connection, EVENT, messageId, order.orderId());
    }

    private String charge(Order order, boolean mayBeCharged) throws IOException, InterruptedException {
        if (mayBeCharged) {
            HttpResponse<String> charged = http.send(
                    HttpRequest.newBuilder(URI.create(charges + "/" + order.orderId()))
                            .timeout(PAYMENT_LIMIT)
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            if (charged.statusCode() == 200) {
                return paymentId(charged);
            }
        }
        String body = JSON.writeValueAsString(Map.of(
                "orderId", order.orderId().toString(),
                "amount", order.total().toPlainString(),
                "currency", order.currency()));
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(charges)
                        .timeout(PAYMENT_LIMIT)
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", order.orderId().toString())
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200 && answer.statusCode() != 201) {
            throw new IOException("the provider answered with status " + answer.statusCode());
        }
        return paymentId(answer);
    }

    private static String paymentId(HttpResponse<String> answer) throws IOException {
        JsonNode fields = JSON.readTree(answer.body());
        return fields.required("paymentId").textValue();
    }

    private static void requireSame(Connection connection, String messageId, Order order) throws SQLException {
        try (PreparedStatement statement = prepare(connection, FINGERPRINT, messageId);
                ResultSet known = statement.executeQuery()) {
            if (!known.next() || !order.fingerprint().equals(known.getString(1))) {
                throw new IllegalStateException("this message id has another content");
            }
        }
    }

    private static int update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, values)) {
            return statement.executeUpdate();
        }
    }

    private static void look(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, values)) {
            statement.executeQuery().close();
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }
}

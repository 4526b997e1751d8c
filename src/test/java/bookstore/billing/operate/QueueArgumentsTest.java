package bookstore.billing.operate;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bookstore.billing.delivery.RetrySchedule;
import bookstore.billing.delivery.Topology;
import bookstore.billing.dev.Broker;
import bookstore.billing.dev.NeedsRealRabbit;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;

/** A queue that somebody has made with another argument is no queue that messages are safe in: the start ends, and says which. */
@NeedsRealRabbit
class QueueArgumentsTest {

    private static final String QUEUE = "billing-invoice.retry.77s";

    private final Broker broker = Broker.get();
    private final Topology topology =
            new Topology(new RetrySchedule(List.of(Duration.ofSeconds(77))), Duration.ofDays(14));

    @AfterEach
    void delete() {
        broker.delete(QUEUE, "order-notification.retry.77s");
    }

    @ParameterizedTest
    @CsvSource({
        "x-message-ttl, 1000",
        "x-delivery-limit, 20",
        "x-overflow, drop-head",
        "x-dead-letter-strategy, at-most-once",
        "x-dead-letter-exchange, amq.fanout",
        "x-dead-letter-routing-key, elsewhere",
    })
    void argumentThatDiffersIsNamedWithItsQueueAndBothValues(String argument, String value) {
        var arguments = new HashMap<>(expected().getArguments());
        arguments.put(argument, value.matches("[0-9]+") ? Long.valueOf(value) : value);
        broker.declare(List.of(new Queue(QUEUE, true, false, false, arguments)));
        CachingConnectionFactory connections = broker.connectionFactory();
        try {
            var admin = new RabbitAdmin(connections);
            admin.setRetryTemplate(null);

            assertThatThrownBy(() -> new ServersAwaited(Duration.ofSeconds(10)).broker(() -> topology.declare(admin)))
                    .isInstanceOf(StartRefusedException.class)
                    .hasMessageContaining("the broker refuses us")
                    .hasMessageContaining(argument)
                    .hasMessageContaining(QUEUE)
                    .hasMessageContaining(value)
                    .hasMessageContaining(
                            expected().getArguments().get(argument).toString());
        } finally {
            connections.destroy();
        }
    }

    private Queue expected() {
        return topology.declarables().stream()
                .filter(declarable ->
                        declarable instanceof Queue queue && queue.getName().equals(QUEUE))
                .map(Queue.class::cast)
                .findFirst()
                .orElseThrow();
    }
}

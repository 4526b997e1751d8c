package bookstore.billing.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Queue;

class TopologyTest {

    private final Map<String, Queue> queues = new Topology(
                    new RetrySchedule(List.of(Duration.ofSeconds(5), Duration.ofMinutes(2))), Duration.ofDays(14))
            .declarables().stream()
                    .filter(Queue.class::isInstance)
                    .map(Queue.class::cast)
                    .collect(Collectors.toMap(Queue::getName, queue -> queue));

    @Test
    void eachConsumerHasItsQueueItsDelaysAndItsDeadLetters() {
        assertThat(queues)
                .containsOnlyKeys(
                        "billing-invoice",
                        "billing-invoice.retry.5s",
                        "billing-invoice.retry.2m",
                        "billing-invoice.dlq",
                        "billing-invoice.expired",
                        "order-notification",
                        "order-notification.retry.5s",
                        "order-notification.retry.2m",
                        "order-notification.dlq",
                        "order-notification.expired",
                        "invoice-mail",
                        "invoice-mail.retry.5s",
                        "invoice-mail.retry.2m",
                        "invoice-mail.dlq",
                        "invoice-mail.expired",
                        "payment-events",
                        "payment-events.retry.5s",
                        "payment-events.retry.2m",
                        "payment-events.dlq",
                        "payment-events.expired");
    }

    @Test
    void everyQueueIsADurableQuorumQueueThatNeverCountsTries() {
        assertThat(queues.values()).allSatisfy(queue -> {
            assertThat(queue.isDurable()).isTrue();
            assertThat(queue.getArguments())
                    .containsEntry("x-queue-type", "quorum")
                    .containsEntry("x-delivery-limit", Integer.MAX_VALUE);
        });
    }

    @Test
    void everyQueueThatDeadLettersDoesSoAtLeastOnce() {
        assertThat(queues.values())
                .filteredOn(queue -> queue.getArguments().containsKey("x-dead-letter-exchange"))
                .hasSize(4 * Topology.consumedQueues().size())
                .allSatisfy(queue -> assertThat(queue.getArguments())
                        .containsEntry("x-dead-letter-strategy", "at-least-once")
                        .containsEntry("x-overflow", "reject-publish"));
    }

    @Test
    void delayLeadsBackAndDeadLettersAreKeptForTheirRetention() {
        assertThat(queues.get("billing-invoice.retry.2m").getArguments())
                .containsEntry("x-message-ttl", 120_000L)
                .containsEntry("x-dead-letter-routing-key", "billing-invoice");
        assertThat(queues.get("billing-invoice.dlq").getArguments())
                .containsEntry("x-message-ttl", 1_209_600_000L)
                .containsEntry("x-dead-letter-routing-key", "billing-invoice.expired");
        assertThat(queues.get("billing-invoice").getArguments())
                .containsEntry("x-dead-letter-routing-key", "billing-invoice.dlq");
    }
}

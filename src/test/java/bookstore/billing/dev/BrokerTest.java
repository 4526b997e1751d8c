package bookstore.billing.dev;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.core.AcknowledgeMode;
import org.springframework.amqp.core.BindingBuilder;
import org.springframework.amqp.core.Declarable;
import org.springframework.amqp.core.FanoutExchange;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.core.MessageBuilderSupport;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.core.QueueBuilder;
import org.springframework.amqp.core.QueueBuilder.Overflow;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.rabbit.listener.DirectMessageListenerContainer;
import org.springframework.amqp.rabbit.listener.api.ChannelAwareMessageListener;

/** What tests may rely on, be it RabbitMQ or its stand-in. */
class BrokerTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    private static final Queue DEAD = quorum("broker-test.dlq").build();
    private static final Queue WORK = deadLetteringTo("broker-test.dlq", quorum("broker-test"));
    private static final Queue DELAY =
            deadLetteringTo("broker-test", quorum("broker-test.delay").ttl(300));
    private static final FanoutExchange PLACED = new FanoutExchange("broker-test.placed");
    private static final List<Declarable> TOPOLOGY =
            List.of(DELAY, WORK, DEAD, PLACED, BindingBuilder.bind(WORK).to(PLACED));
    private static final String[] QUEUES = {"broker-test", "broker-test.delay", "broker-test.dlq"};

    private final Broker broker = Broker.get();
    private final CachingConnectionFactory connections = broker.connectionFactory();

    @BeforeEach
    void declare() {
        broker.delete(QUEUES);
        broker.declare(TOPOLOGY);
    }

    @AfterEach
    void delete() {
        connections.destroy();
        broker.delete(QUEUES);
    }

    @Test
    void theApplicationMayDeclareTheSameTopologyAgain() {
        RabbitAdmin admin = new RabbitAdmin(connections);

        List.of(DELAY, WORK, DEAD).forEach(admin::declareQueue);
        admin.declareExchange(PLACED);

        broker.publish("", "broker-test.delay", message("1").build());
        await().atMost(SOON).until(() -> broker.ready("broker-test") == 1);
    }

    @Test
    void aPublishReturnsWhenTheMessageIsInItsQueue() {
        broker.publish("broker-test.placed", "", message("1").build());
        broker.publish("", "broker-test", message("2").build());

        await().atMost(SOON).until(() -> broker.ready("broker-test") == 2);
        assertThat(broker.drain("broker-test"))
                .extracting(message -> message.getMessageProperties().getMessageId())
                .containsExactly("1", "2");
        await().atMost(SOON).until(() -> broker.ready("broker-test") == 0);
    }

    @Test
    void aPublishThatReachesNoQueueFails() {
        Message message = message("1").build();

        assertThatThrownBy(() -> broker.publish("", "no-such-queue", message)).isInstanceOf(AmqpException.class);
    }

    @Test
    void whatAConsumerHoldsIsNotReady() {
        broker.publish("", "broker-test", message("held").build());
        broker.publish("", "broker-test", message("waiting").build());

        new RabbitTemplate(connections).execute(channel -> {
            long held = channel.basicGet("broker-test", false).getEnvelope().getDeliveryTag();
            await().atMost(SOON).until(() -> broker.ready("broker-test") == 1);
            channel.basicAck(held, false);
            return null;
        });
    }

    @Test
    void aConsumerGetsAMessageBackUntilItRefusesItForGood() {
        AtomicInteger deliveries = new AtomicInteger();
        DirectMessageListenerContainer consumer = new DirectMessageListenerContainer(connections);
        consumer.setQueueNames("broker-test");
        consumer.setAcknowledgeMode(AcknowledgeMode.MANUAL);
        consumer.setMessageListener((ChannelAwareMessageListener) (message, channel) -> {
            boolean again = deliveries.incrementAndGet() < 4;
            channel.basicNack(message.getMessageProperties().getDeliveryTag(), false, again);
        });
        consumer.start();
        try {
            broker.publish("", "broker-test", message("bad").build());

            await().atMost(SOON).until(() -> broker.ready("broker-test.dlq") == 1);
            assertThat(deliveries).hasValue(4);
        } finally {
            consumer.stop();
        }
    }

    @Test
    void anExpiredMessageIsDeadLettered() {
        broker.publish("", "broker-test", message("late").setExpiration("200").build());

        await().atMost(SOON).until(() -> broker.ready("broker-test.dlq") == 1);
    }

    @Test
    void aPurgeEmptiesQueuesAndPassesOverMissingOnes() {
        broker.publish("", "broker-test", message("1").build());

        broker.purge("broker-test", "no-such-queue");

        await().atMost(SOON).until(() -> broker.ready("broker-test") == 0);
    }

    @Test
    void aDeadLetterQueueCanBeDeletedBeforeItsSource() {
        broker.delete("broker-test.dlq", "no-such-queue");

        assertThat(broker.exists("broker-test.dlq")).isFalse();
        assertThat(broker.ready("broker-test.dlq")).isZero();
        assertThat(broker.exists("broker-test")).isTrue();
    }

    @Test
    @NeedsRealRabbit
    void aDeadLetterOfTheRealBrokerSaysWhereItDied() {
        assertThat(broker.isReal()).isTrue();
        broker.publish("", "broker-test", message("late").setExpiration("1").build());

        await().atMost(SOON).until(() -> broker.ready("broker-test.dlq") == 1);
        List<Message> dead = broker.drain("broker-test.dlq");
        assertThat(dead).hasSize(1);
        assertThat(dead.get(0).getMessageProperties().getXDeathHeader())
                .extracting(death -> death.get("queue"))
                .isEqualTo(List.of("broker-test"));
    }

    @Test
    void theVariableNamesHostPortLoginAndVirtualHost() {
        assertThat(Broker.Address.of("amqp://me:p%40ss@rabbit:5673/%2Forders"))
                .isEqualTo(new Broker.Address("rabbit", 5673, "me", "p@ss", "/orders"));
        assertThat(Broker.Address.of("amqp://guest:guest@localhost"))
                .isEqualTo(new Broker.Address("localhost", 5672, "guest", "guest", "/"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Broker.Address.of("rabbit:5672"))
                .withMessageContaining("amqp://user:password@host:port/vhost");
    }

    private static QueueBuilder quorum(String name) {
        return QueueBuilder.durable(name).quorum().withArgument("x-delivery-limit", Integer.MAX_VALUE);
    }

    private static Queue deadLetteringTo(String target, QueueBuilder queue) {
        return queue.deadLetterExchange("")
                .deadLetterRoutingKey(target)
                .withArgument("x-dead-letter-strategy", "at-least-once")
                .overflow(Overflow.rejectPublish)
                .build();
    }

    private static MessageBuilderSupport<Message> message(String id) {
        return MessageBuilder.withBody(id.getBytes(UTF_8)).setMessageId(id);
    }
}

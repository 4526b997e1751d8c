package bookstore.billing.dev;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.qpid.server.model.Queue.ExpiryPolicy;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Binding;
import org.springframework.amqp.core.BindingBuilder;
import org.springframework.amqp.core.Declarable;
import org.springframework.amqp.core.DirectExchange;
import org.springframework.amqp.core.FanoutExchange;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.core.MessageBuilderSupport;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.core.QueueBuilder;
import org.springframework.amqp.core.ReturnedMessage;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory.ConfirmType;
import org.springframework.amqp.rabbit.connection.CorrelationData;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.core.RabbitTemplate;

/** The application's kind of topology on the stand-in: consumer queue, retry delay, dead-letter queue, what that expires. */
class StandInBrokerTest {

    private static final Duration SOON = Duration.ofSeconds(5);

    private static final Queue EXPIRED = quorum("work.expired").build();
    private static final Queue DEAD = quorum("work.dlq")
            .ttl(600_000)
            .deadLetterExchange("")
            .deadLetterRoutingKey("work.expired")
            .build();
    private static final Queue WORK = quorum("work")
            .deadLetterExchange("")
            .deadLetterRoutingKey("work.dlq")
            .build();
    private static final Queue DELAY = quorum("work.delay.200")
            .ttl(200)
            .deadLetterExchange("")
            .deadLetterRoutingKey("work")
            .build();
    private static final Queue PARKED = quorum("parked").build();
    private static final FanoutExchange PARKING = new FanoutExchange("parking");
    private static final Queue RISKY =
            quorum("risky").deadLetterExchange("parking").build();
    private static final FanoutExchange PLACED = new FanoutExchange("placed");

    // Sources before their targets, on purpose
    private static final List<Declarable> TOPOLOGY = List.of(
            BindingBuilder.bind(PARKED).to(PARKING),
            DELAY,
            WORK,
            RISKY,
            DEAD,
            EXPIRED,
            PARKED,
            PARKING,
            PLACED,
            BindingBuilder.bind(WORK).to(PLACED));

    private static StandInBroker broker;
    private static CachingConnectionFactory connections;
    private static RabbitAdmin admin;
    private static RabbitTemplate rabbit;

    @BeforeAll
    static void theTopologyIsDeclaredForQpidAndThenByTheApplication() {
        broker = StandInBroker.start();
        broker.declare(TOPOLOGY);
        connections = new CachingConnectionFactory(StandInBroker.HOST, broker.port());
        connections.setUsername(StandInBroker.USERNAME);
        connections.setPassword(StandInBroker.PASSWORD);
        connections.setVirtualHost("/");
        connections.setPublisherConfirmType(ConfirmType.CORRELATED);
        connections.setPublisherReturns(true);
        admin = new RabbitAdmin(connections);
        rabbit = new RabbitTemplate(connections);
        rabbit.setMandatory(true);
        declareAsTheApplicationDoes();
    }

    @AfterAll
    static void stop() {
        connections.destroy();
        broker.close();
    }

    @BeforeEach
    void emptyQueues() {
        List.of(DELAY, WORK, RISKY, DEAD, EXPIRED, PARKED).forEach(queue -> admin.purgeQueue(queue.getName()));
    }

    @Test
    void theApplicationsOwnDeclarationIsAcceptedAndKeepsQpidsAttributes() {
        declareAsTheApplicationDoes();

        var delay = broker.qpidQueue("work.delay.200");
        assertThat(delay.getAlternateBinding().getDestination()).isEqualTo("work");
        assertThat(delay.getMaximumMessageTtl()).isEqualTo(200);
        assertThat(delay.getExpiryPolicy()).isEqualTo(ExpiryPolicy.ROUTE_TO_ALTERNATE);
        assertThat(broker.qpidQueue("risky").getAlternateBinding().getDestination())
                .isEqualTo("parking");
        assertThat(broker.qpidQueue("work.dlq").getAlternateBinding().getDestination())
                .isEqualTo("work.expired");
        assertThat(broker.qpidQueue("work.expired").getAlternateBinding()).isNull();
    }

    @Test
    void declaringForQpidAgainReplacesWhatTheQueuesHad() {
        Queue target = quorum("again.dlq").build();
        Queue before = quorum("again")
                .ttl(1000)
                .deadLetterExchange("")
                .deadLetterRoutingKey("again.dlq")
                .build();
        broker.declare(List.of(before, target));

        broker.declare(List.of(quorum("again").build()));

        assertThat(broker.qpidQueue("again").getMaximumMessageTtl()).isZero();
        assertThat(broker.qpidQueue("again").getAlternateBinding()).isNull();
    }

    @Test
    void whatTheQueuesTimeToLiveExpiresIsDeadLettered() {
        send("work.delay.200", message("delayed").build());

        assertThat(receive("work").getMessageProperties().getMessageId()).isEqualTo("delayed");
    }

    @Test
    void whatItsOwnExpirationExpiresIsDeadLetteredAndThenKept() {
        send("work", message("late").setExpiration("200").build());

        await().atMost(SOON).until(() -> broker.ready("work.dlq") == 1);
        // Two rounds of Qpid's housekeeping, in which it would go on to expire here too
        await().during(Duration.ofSeconds(2)).atMost(SOON).until(() -> broker.ready("work.dlq") == 1);
        assertThat(receive("work.dlq").getMessageProperties().getMessageId()).isEqualTo("late");
    }

    @Test
    void aRejectWithoutRequeueIsDeadLettered() {
        send("work", message("bad").setHeader("x-attempts", 3).build());

        reject("work", false);

        Message dead = receive("work.dlq");
        assertThat(dead.getMessageProperties().getMessageId()).isEqualTo("bad");
        assertThat(dead.getMessageProperties().getHeaders()).containsEntry("x-attempts", 3);
        assertThat(dead.getBody()).asString().isEqualTo("bad");
        assertThat(broker.ready("work")).isZero();
    }

    @Test
    void aRejectIsDeadLetteredThroughAFanoutExchange() {
        send("risky", message("bad").build());

        reject("risky", false);

        assertThat(receive("parked").getMessageProperties().getMessageId()).isEqualTo("bad");
    }

    @Test
    void aRejectWithRequeueGivesTheMessageBackHoweverOften() {
        send("work", message("again").build());

        for (int i = 0; i < 5; i++) {
            reject("work", true);
        }

        Message last = receive("work");
        assertThat(last.getMessageProperties().getMessageId()).isEqualTo("again");
        assertThat(last.getMessageProperties().isRedelivered()).isTrue();
        assertThat(broker.ready("work.dlq")).isZero();
    }

    @Test
    void aLostConnectionGivesTheMessageBackHoweverOften() {
        send("work", message("again").build());

        for (int i = 0; i < 3; i++) {
            CachingConnectionFactory dying = new CachingConnectionFactory(StandInBroker.HOST, broker.port());
            new RabbitTemplate(dying).execute(channel -> {
                assertThat(channel.basicGet("work", false)).isNotNull();
                channel.getConnection().abort();
                return null;
            });
            dying.destroy();
            await().atMost(SOON).until(() -> broker.ready("work") == 1);
        }

        assertThat(broker.ready("work.dlq")).isZero();
    }

    @Test
    void aPublishIsConfirmed() {
        assertThat(publish("placed", "", message("1").build())).isTrue();
        assertThat(broker.ready("work")).isEqualTo(1);
    }

    @Test
    void anUnroutableMandatoryPublishIsNackedAndThenReturned() {
        List<ReturnedMessage> returned = new CopyOnWriteArrayList<>();
        rabbit.setReturnsCallback(returned::add);

        assertThat(publish("", "no-such-queue", message("1").build())).isFalse();

        await().atMost(SOON).until(() -> returned.size() == 1);
        assertThat(returned.get(0).getRoutingKey()).isEqualTo("no-such-queue");
    }

    @Test
    void messagesAreCountedAndPurgedThroughTheAdmin() {
        send("work", message("1").build());
        send("work", message("2").build());

        assertThat(admin.getQueueInfo("work").getMessageCount()).isEqualTo(2);
        assertThat(admin.purgeQueue("work")).isEqualTo(2);
        assertThat(admin.getQueueInfo("work").getMessageCount()).isZero();
    }

    @Test
    void aFullQueueThatRefusesPublishesNacksThem() {
        broker.declare(List.of(quorum("small")
                .maxLength(1)
                .overflow(QueueBuilder.Overflow.rejectPublish)
                .build()));
        send("small", message("1").build());
        assertThat(publish("", "small", message("2").build())).isFalse();
        assertThat(broker.ready("small")).isEqualTo(1);
    }

    @Test
    void aDeadLetterRoutingKeyThatQpidWouldLoseIsRefused() {
        DirectExchange direct = new DirectExchange("direct");
        Queue queue = quorum("unlike")
                .deadLetterExchange("direct")
                .deadLetterRoutingKey("other")
                .build();

        assertThatThrownBy(() -> broker.declare(List.of(direct, queue)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("routing key");
    }

    @Test
    void aSecondStandInHasItsOwnPortAndStopsWithoutTheFirst() {
        StandInBroker second = StandInBroker.start();
        assertThat(second.port()).isNotEqualTo(broker.port());

        second.close();

        assertThat(admin.getQueueInfo("work")).isNotNull();
    }

    private static void declareAsTheApplicationDoes() {
        TOPOLOGY.forEach(declarable -> {
            if (declarable instanceof Queue queue) {
                admin.declareQueue(queue);
            } else if (declarable instanceof FanoutExchange exchange) {
                admin.declareExchange(exchange);
            }
        });
        TOPOLOGY.forEach(declarable -> {
            if (declarable instanceof Binding binding) {
                admin.declareBinding(binding);
            }
        });
    }

    private static void send(String queue, Message message) {
        assertThat(publish("", queue, message)).as("confirmed").isTrue();
    }

    private static boolean publish(String exchange, String routingKey, Message message) {
        CorrelationData correlation = new CorrelationData();
        rabbit.send(exchange, routingKey, message, correlation);
        return correlation.getFuture().orTimeout(5, TimeUnit.SECONDS).join().isAck();
    }

    private static Message receive(String queue) {
        Message message = rabbit.receive(queue, SOON.toMillis());
        assertThat(message).as("a message in %s", queue).isNotNull();
        return message;
    }

    private static void reject(String queue, boolean requeue) {
        rabbit.execute(channel -> {
            var taken = channel.basicGet(queue, false);
            assertThat(taken).as("a message in %s", queue).isNotNull();
            channel.basicReject(taken.getEnvelope().getDeliveryTag(), requeue);
            return null;
        });
    }

    private static QueueBuilder quorum(String name) {
        return QueueBuilder.durable(name).quorum().withArgument("x-delivery-limit", Integer.MAX_VALUE);
    }

    private static MessageBuilderSupport<Message> message(String id) {
        return MessageBuilder.withBody(id.getBytes(UTF_8)).setMessageId(id);
    }
}

package bookstore.billing;

import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.delivery.ConsumerContainers;
import bookstore.billing.delivery.ConsumerPause;
import bookstore.billing.dev.BillingApp;
import bookstore.billing.dev.Forwarder;
import bookstore.billing.dev.Stage;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.Route;
import org.apache.camel.ServiceStatus;
import org.apache.camel.spi.RoutePolicyFactory;
import org.apache.camel.spring.boot.CamelContextConfiguration;
import org.apache.camel.support.LifecycleStrategySupport;
import org.apache.camel.support.RoutePolicySupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** What a stop does at its edges: where its limit ends, and where it meets an outage. */
class GracefulStopTest {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int CONSUMERS = 8;

    private final Stage stage = Stage.with(0);

    private final List<UUID> orders =
            Stream.generate(UUID::randomUUID).limit(20).toList();

    @AfterEach
    void close() {
        stage.close();
    }

    /** A limit that the settings never give: below a payment's. */
    static class ShortLimit {
        @Bean
        ConsumerContainers consumerContainers(RabbitAdmin admin) {
            return new ConsumerContainers(admin, Duration.ofSeconds(1), false);
        }
    }

    @Test
    void paymentThatOutlastsTheLimitComesAgainAndIsLookedUp() {
        BillingApp app = stage.start(ShortLimit.class, "spring.main.allow-bean-definition-overriding=true");
        stage.provider().chargeAndHang(CONSUMERS);
        publish();
        await().atMost(SOON).until(() -> stage.provider().ledger().size() == CONSUMERS);

        app.close();

        assertThat(stage.invoices()).isZero();
        // one that was cut off on its way to a delay queue, before the confirm, waits twice
        await().atMost(SOON).until(() -> stage.waiting() >= orders.size());
        // whoever charged these again by a new request would be seen
        stage.provider().forgetKeys();
        stage.start(null);
        awaitAllInvoicedOnce();
    }

    /** Stops the application while its routes pause, and brings the database back in the midst of it. */
    static class DatabaseComesBackDuringTheStop {

        static final List<ServiceStatus> SEEN = new CopyOnWriteArrayList<>();
        static Runnable comesBack = () -> {};

        /** Behind the application's own, which stops the consumers. */
        @Bean
        @Order(Ordered.LOWEST_PRECEDENCE)
        CamelContextConfiguration slowStop() {
            return new CamelContextConfiguration() {
                @Override
                public void beforeApplicationStart(CamelContext context) {
                    context.addLifecycleStrategy(new LifecycleStrategySupport() {
                        @Override
                        public void onContextStopping(CamelContext stopping) {
                            comesBack.run();
                            await().during(Duration.ofSeconds(8))
                                    .atMost(SOON)
                                    .until(() -> SEEN.add(
                                            stopping.getRouteController().getRouteStatus("billing-invoice")));
                        }
                    });
                }

                @Override
                public void afterApplicationStart(CamelContext context) {
                    // it is the stop that matters
                }
            };
        }
    }

    @Test
    void routeThatPausesForAnOutageIsNotResumedByAStop() {
        try (Forwarder database = new Forwarder(stage.database().port())) {
            database.open();
            BillingApp app = stage.start(
                    DatabaseComesBackDuringTheStop.class,
                    "spring.datasource.url=" + stage.database().urlOnPort(database.port()));
            database.shut();
            await().atMost(SOON).until(() -> app.consuming() == ServiceStatus.Suspended);
            DatabaseComesBackDuringTheStop.SEEN.clear();
            DatabaseComesBackDuringTheStop.comesBack = database::open;
            publish();

            app.close();

            assertThat(DatabaseComesBackDuringTheStop.SEEN).isNotEmpty().containsOnly(ServiceStatus.Suspended);
        }
        assertThat(stage.chargeRequests()).isEmpty();
        stage.start(null);
        awaitAllInvoicedOnce();
    }

    /** Stops the application where a route that paused has been stopped, to be started anew. */
    static class StopDuringARestart {

        static final List<String> STARTS = new CopyOnWriteArrayList<>();
        static CountDownLatch restarting = new CountDownLatch(1);

        /** Made while Camel is: what it needs then must not need Camel. */
        @Bean
        RoutePolicyFactory restarts(ObjectProvider<ConsumerPause> pause) {
            return (context, id, definition) -> new RoutePolicySupport() {
                @Override
                public void onStop(Route route) {
                    restarting.countDown();
                    await().atMost(SOON).until(() -> pause.getObject().isStoppingOrStopped());
                }

                @Override
                public void onStart(Route route) {
                    STARTS.add(route.getId());
                }
            };
        }
    }

    @Test
    void routeThatIsStartedAnewAfterAnOutageTakesNothingOnceAStopHasBegun() throws InterruptedException {
        try (Forwarder database = new Forwarder(stage.database().port())) {
            database.open();
            BillingApp app = stage.start(
                    StopDuringARestart.class,
                    "spring.datasource.url=" + stage.database().urlOnPort(database.port()));
            assertThat(StopDuringARestart.STARTS).isNotEmpty();
            database.shut();
            await().atMost(SOON).until(() -> app.consuming() == ServiceStatus.Suspended);
            publish();
            database.open();
            assertThat(StopDuringARestart.restarting.await(SOON.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            StopDuringARestart.STARTS.clear();

            app.close();

            assertThat(StopDuringARestart.STARTS).isEmpty();
        }
        assertThat(stage.chargeRequests()).isEmpty();
        stage.start(null);
        awaitAllInvoicedOnce();
    }

    private void publish() {
        orders.forEach(order -> stage.publish(placed("m-" + order, order, "10", "EUR")));
    }

    private void awaitAllInvoicedOnce() {
        await().atMost(SOON).until(() -> stage.invoices() == orders.size());
        await().atMost(SOON).until(() -> stage.waiting() == 0);
        assertThat(orders).allSatisfy(order -> {
            assertThat(stage.invoices(order)).isEqualTo(1);
            assertThat(stage.charges(order)).isEqualTo(1);
        });
        assertThat(stage.deadLettersWaiting()).isZero();
    }
}

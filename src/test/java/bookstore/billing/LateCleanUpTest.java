package bookstore.billing;

import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.Stage;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Ordered;
import org.apache.camel.Route;
import org.apache.camel.spring.boot.CamelContextConfiguration;
import org.apache.camel.support.RoutePolicySupport;
import org.apache.camel.support.SynchronizationAdapter;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;

/**
 * What Camel does for a failed exchange after its rollback comes late, when a copy has long committed. With a
 * repository that removes its key there, the copy's row would go and a third one be charged again.
 */
class LateCleanUpTest {

    private static final Duration SOON = Duration.ofSeconds(30);
    private static final AtomicReference<Stall> STALL = new AtomicReference<>(new Stall());

    @Test
    void cleanUpOfAFailedCopyNeverTouchesTheRowOfTheCopyThatCommitted() {
        STALL.set(new Stall());
        try (Stage stage = Stage.with(1, StalledCleanUp.class, "billing.invoice.concurrency=4")) {
            UUID order = UUID.randomUUID();
            stage.provider().failAfter(Duration.ofSeconds(1), 1, 500);

            stage.publish(placed("m", order, "10.00", "EUR"));
            await().atMost(SOON).until(() -> stage.provider().inFlight() == 1);
            stage.publish(placed("m", order, "10.00", "EUR"));
            await().atMost(SOON).until(() -> stage.counted("inbox.processed") == 1);
            await().atMost(SOON).until(STALL.get()::isReached);

            stage.publish(placed("m", order, "10.00", "EUR"));
            await().atMost(SOON).until(() -> duplicatesByMessageId(stage) == 1);
            STALL.get().end();
            // the failed copy itself comes again
            await().atMost(SOON).until(() -> duplicatesByMessageId(stage) == 2);

            assertThat(stage.inboxRows()).isEqualTo(1);
            assertThat(stage.invoices(order)).isEqualTo(1);
            assertThat(stage.charges(order)).isEqualTo(1);
        }
    }

    /** By the inbox alone: the order's own key would hide that a row is missing. */
    private static long duplicatesByMessageId(Stage stage) {
        return stage.counted("inbox.duplicates", "cause", "message-id");
    }

    /** Holds the first exchange that fails, before Camel's own work for failed exchanges. */
    static class StalledCleanUp {

        @Bean
        CamelContextConfiguration stallFailedExchanges() {
            return new CamelContextConfiguration() {
                @Override
                public void beforeApplicationStart(CamelContext context) {
                    context.addRoutePolicyFactory((camel, id, route) -> new RoutePolicySupport() {
                        @Override
                        public void onExchangeBegin(Route started, Exchange exchange) {
                            exchange.getExchangeExtension().addOnCompletion(STALL.get());
                        }
                    });
                }

                @Override
                public void afterApplicationStart(CamelContext context) {
                    // the policy is all that is added
                }
            };
        }
    }

    private static final class Stall extends SynchronizationAdapter {

        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch end = new CountDownLatch(1);

        @Override
        public void onFailure(Exchange exchange) {
            reached.countDown();
            try {
                end.await(60, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        boolean isReached() {
            return reached.getCount() == 0;
        }

        void end() {
            end.countDown();
        }

        @Override
        public int getOrder() {
            return Ordered.HIGHEST;
        }
    }
}

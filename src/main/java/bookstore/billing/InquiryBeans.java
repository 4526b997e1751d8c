package bookstore.billing;

import bookstore.billing.delivery.RefusedMessageException;
import bookstore.billing.delivery.Topology;
import bookstore.billing.inquiry.DelayQueues;
import bookstore.billing.inquiry.InboxRows;
import bookstore.billing.inquiry.Inquiry;
import bookstore.billing.inquiry.OrderRecords;
import bookstore.billing.inquiry.Queues;
import bookstore.billing.inquiry.WaitingMessages;
import bookstore.billing.order.InvoiceCreatedReader;
import bookstore.billing.order.OrderReader;
import bookstore.billing.payment.PaymentEventReader;
import bookstore.billing.payment.ProviderLedger;
import bookstore.billing.reconcile.Patience;
import bookstore.billing.reconcile.Reconciliation;
import bookstore.billing.replay.DeadLetters;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/** What answers questions about messages, orders and the ledger, by whatever way they come. Nothing here changes anything. */
@Configuration(proxyBeanMethods = false)
class InquiryBeans {

    /** From a charge's answer to the commit of its invoice, on a busy machine. */
    private static final Duration COMMIT = Duration.ofSeconds(5);

    /** Beside the delays: each try takes its own time. */
    private static final Duration TRIES = Duration.ofMinutes(1);

    @Bean
    ProviderLedger providerLedger(BillingSettings settings) {
        return new ProviderLedger(settings.payment().url(), settings.payment().timeout());
    }

    @Bean
    Queues waitingMessages(DeadLetters deadLetters, @Lazy ConnectionFactory connections, BillingSettings settings) {
        List<String> consumed = Topology.consumedQueues();
        List<String> delays = consumed.stream()
                .flatMap(queue -> settings.retry().schedule().delayQueues(queue).stream())
                .toList();
        var orders = new OrderReader();
        var events = new PaymentEventReader(List.of());
        var invoices = new InvoiceCreatedReader();
        List<Function<Message, UUID>> readers = List.of(
                message -> orders.read(message).order().orderId(), events::orderId, message -> invoices.read(message)
                        .orderId());
        return new WaitingMessages(
                deadLetters, new DelayQueues(connections, delays, message -> orderOf(message, readers)), consumed);
    }

    @Bean
    InboxRows inboxRows(@Lazy DataSource dataSource) {
        return new InboxRows(dataSource);
    }

    @Bean
    Inquiry inquiry(@Lazy DataSource dataSource, Queues queues, ProviderLedger ledger) {
        return new Inquiry(dataSource, queues, ledger);
    }

    @Bean
    Reconciliation reconciliation(
            ProviderLedger ledger, @Lazy DataSource dataSource, Queues queues, BillingSettings settings) {
        Duration delays = settings.retry().delays().stream().reduce(Duration.ZERO, Duration::plus);
        return new Reconciliation(
                ledger,
                new OrderRecords(dataSource),
                queues,
                new Patience(settings.payment().timeout().plus(COMMIT), delays.plus(TRIES)));
    }

    /** A retry does not say whose it is: the first reader that can read it tells. */
    private static @Nullable UUID orderOf(Message message, List<Function<Message, UUID>> readers) {
        for (Function<Message, UUID> reader : readers) {
            try {
                return reader.apply(message);
            } catch (RefusedMessageException notOfThisKind) {
                // the next one
            }
        }
        return null;
    }
}

package bookstore.billing;

import bookstore.billing.delivery.FailedDelivery;
import bookstore.billing.delivery.Outages;
import bookstore.billing.inbox.PostgresInbox;
import bookstore.billing.payment.PaymentEventReader;
import bookstore.billing.payment.PaymentEvents;
import io.micrometer.core.instrument.MeterRegistry;
import javax.sql.DataSource;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.retry.interceptor.RetryOperationsInterceptor;

/** What the route payment-events names. */
@Configuration(proxyBeanMethods = false)
class PaymentEventBeans {

    @Bean
    PaymentEventReader paymentEventReader(BillingSettings settings) {
        return new PaymentEventReader(settings.payment().events().ignored());
    }

    @Bean
    PostgresInbox paymentEventsInbox(DataSource dataSource, MeterRegistry meters) {
        return new PostgresInbox(dataSource, "payment.events", meters);
    }

    @Bean
    PaymentEvents paymentEvents(BillingSettings settings, MeterRegistry meters) {
        return new PaymentEvents(settings.payment().events().patience(), meters);
    }

    /** An event has nothing to record that must outlive its rollback. */
    @Bean
    RetryOperationsInterceptor failedEvent(
            RabbitAdmin admin, BillingSettings settings, Outages outages, MeterRegistry meters) {
        return new FailedDelivery(admin, settings.retry().schedule(), outages, failure -> {}, meters).advice();
    }
}

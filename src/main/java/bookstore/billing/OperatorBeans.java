package bookstore.billing;

import bookstore.billing.order.OrderReader;
import bookstore.billing.replay.DeadLetters;
import bookstore.billing.replay.ReplaySettings;
import java.util.Set;
import javax.sql.DataSource;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/** What an operator's hands reach, by whatever way. A server is connected to when it is used. */
@Configuration(proxyBeanMethods = false)
class OperatorBeans {

    private static final String INVOICING_QUEUE = "billing-invoice";

    @Bean
    DeadLetters deadLetters(
            @Lazy ConnectionFactory connections, @Lazy DataSource dataSource, BillingSettings settings) {
        return new DeadLetters(
                connections,
                dataSource,
                new OrderReader(),
                new ReplaySettings(
                        Set.of(INVOICING_QUEUE, "order-notification"),
                        INVOICING_QUEUE,
                        settings.inbox().retention(),
                        settings.deadLetter().retention(),
                        settings.payment().keyLife(),
                        settings.broker().consumerTimeout()));
    }
}

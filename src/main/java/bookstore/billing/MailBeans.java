package bookstore.billing;

import bookstore.billing.delivery.FailedDelivery;
import bookstore.billing.delivery.Outages;
import bookstore.billing.inbox.PostgresInbox;
import bookstore.billing.mail.ConsumerMail;
import bookstore.billing.mail.MailServer;
import bookstore.billing.order.InvoiceCreatedReader;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.List;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.autoconfigure.mail.MailProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.retry.interceptor.RetryOperationsInterceptor;

/** What the routes that send mails name: each has an inbox of its own, and its own way to the mail server. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(MailProperties.class)
class MailBeans {

    /** The ids of the routes that send mails. */
    static final List<String> ROUTES = List.of("order-notification", "invoice-mail");

    private static final Logger LOG = LoggerFactory.getLogger(MailBeans.class);

    private static final String NOTIFICATION = "order.notification";
    private static final String INVOICE_MAIL = "invoice.mail";

    @Bean
    PostgresInbox notificationInbox(DataSource dataSource, MeterRegistry meters) {
        return new PostgresInbox(dataSource, NOTIFICATION, meters);
    }

    @Bean
    PostgresInbox invoiceMailInbox(DataSource dataSource, MeterRegistry meters) {
        return new PostgresInbox(dataSource, INVOICE_MAIL, meters);
    }

    @Bean
    InvoiceCreatedReader invoiceCreatedReader() {
        return new InvoiceCreatedReader();
    }

    @Bean
    MailServer mailServer(MailProperties mail, BillingSettings settings) {
        var properties = new HashMap<>(mail.getProperties());
        if (mail.getSsl().isEnabled()) {
            properties.put("mail." + mail.getProtocol() + ".ssl.enable", "true");
        }
        return new MailServer(
                mail.getProtocol(),
                mail.getHost(),
                mail.getPort() == null ? -1 : mail.getPort(),
                mail.getUsername(),
                mail.getPassword(),
                properties,
                settings.mail().timeout());
    }

    @Bean
    ConsumerMail notificationMail(MailServer server, Outages outages, MeterRegistry meters) {
        return new ConsumerMail(NOTIFICATION, server, outages, meters);
    }

    @Bean
    ConsumerMail invoiceMail(MailServer server, Outages outages, MeterRegistry meters) {
        return new ConsumerMail(INVOICE_MAIL, server, outages, meters);
    }

    /** Unlike billing's, it has no claims to release and no payments to remember. */
    @Bean
    RetryOperationsInterceptor failedMail(
            RabbitAdmin admin, BillingSettings settings, Outages outages, MeterRegistry meters) {
        return new FailedDelivery(admin, settings.retry().schedule(), outages, failure -> {}, meters).advice();
    }

    @Bean
    InitializingBean missingMailServerTold(MailServer server) {
        return () -> {
            if (server.host() == null) {
                LOG.warn(
                        "no mail server is named (SPRING_MAIL_HOST): the routes {} do not start, and their messages wait",
                        String.join(", ", ROUTES));
            }
        };
    }
}

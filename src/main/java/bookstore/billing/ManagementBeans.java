package bookstore.billing;

import bookstore.billing.inquiry.InboxRows;
import bookstore.billing.inquiry.Inquiry;
import bookstore.billing.login.ManagementLogin;
import bookstore.billing.login.Operators;
import bookstore.billing.management.AskEndpoint;
import bookstore.billing.management.DeadLetterDesk;
import bookstore.billing.management.DeadLettersBean;
import bookstore.billing.management.DeadLettersEndpoint;
import bookstore.billing.management.InboxBean;
import bookstore.billing.management.KnownNames;
import bookstore.billing.management.ReconcileEndpoint;
import bookstore.billing.reconcile.Reconciliation;
import bookstore.billing.replay.DeadLetters;
import java.util.Map;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jmx.export.MBeanExporter;
import org.springframework.jmx.export.annotation.AnnotationJmxAttributeSource;
import org.springframework.jmx.export.assembler.MetadataMBeanInfoAssembler;
import org.springframework.jmx.export.naming.MetadataNamingStrategy;
import org.springframework.jmx.support.RegistrationPolicy;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.web.SecurityFilterChain;

/** The management port: who may enter, and what is there beside health and metrics. */
@Configuration(proxyBeanMethods = false)
@Import({OperatorBeans.class, InquiryBeans.class})
@EnableConfigurationProperties(LoginSettings.class)
class ManagementBeans {

    @Bean
    UserDetailsService operators(LoginSettings settings) {
        return Operators.of(settings.operators());
    }

    @Bean
    SecurityFilterChain managementLogin(HttpSecurity http) throws Exception {
        return ManagementLogin.of(http);
    }

    @Bean
    DeadLetterDesk deadLetterDesk(DeadLetters deadLetters) {
        return new DeadLetterDesk(deadLetters);
    }

    @Bean
    DeadLettersEndpoint deadLettersEndpoint(DeadLetterDesk desk) {
        return new DeadLettersEndpoint(desk);
    }

    @Bean
    AskEndpoint askEndpoint(Inquiry inquiry) {
        return new AskEndpoint(inquiry);
    }

    @Bean
    ReconcileEndpoint reconcileEndpoint(Reconciliation reconciliation) {
        return new ReconcileEndpoint(reconciliation);
    }

    @Bean
    KnownNames knownNames() {
        return new KnownNames();
    }

    // the same over JMX

    @Bean
    DeadLettersBean deadLettersBean(DeadLetterDesk desk) {
        return new DeadLettersBean(desk);
    }

    @Bean
    InboxBean inboxBean(Inquiry inquiry, InboxRows rows) {
        return new InboxBean(inquiry, rows);
    }

    /**
     * These two and no others: Spring's own, such as the broker's admin, would give a console buttons that delete queues.
     * Of two instances in one JVM, as in a test, the first one's stay.
     */
    @Bean
    MBeanExporter operatorsOverJmx(DeadLettersBean deadLetters, InboxBean inbox) {
        var annotations = new AnnotationJmxAttributeSource();
        var exporter = new MBeanExporter();
        exporter.setAssembler(new MetadataMBeanInfoAssembler(annotations));
        exporter.setNamingStrategy(new MetadataNamingStrategy(annotations));
        exporter.setBeans(Map.of("deadLetters", deadLetters, "inbox", inbox));
        exporter.setRegistrationPolicy(RegistrationPolicy.IGNORE_EXISTING);
        return exporter;
    }
}

package bookstore.billing;

import bookstore.billing.delivery.ConsumerContainers;
import bookstore.billing.delivery.ConsumerPause;
import bookstore.billing.delivery.Outages;
import bookstore.billing.delivery.Topology;
import bookstore.billing.operate.BrokerConnection;
import bookstore.billing.operate.BrokerHealth;
import bookstore.billing.operate.DatabaseHealth;
import bookstore.billing.operate.DatabaseProbe;
import bookstore.billing.operate.OutageHealth;
import bookstore.billing.operate.QueueWatch;
import bookstore.billing.operate.RouteHealth;
import bookstore.billing.operate.StartedServices;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What {@code /actuator/health} is made of, beside Spring Boot's own; {@code application.properties} has its groups. */
@Configuration(proxyBeanMethods = false)
class HealthBeans {

    @Bean
    OutageHealth consuming(Outages outages) {
        return new OutageHealth(outages);
    }

    @Bean
    RouteHealth routes(ConsumerPause pause, ConsumerContainers containers) {
        return new RouteHealth(pause, containers);
    }

    /** Its name keeps Spring Boot's own away. */
    @Bean
    DatabaseHealth dbHealthIndicator(DatabaseProbe probe) {
        return new DatabaseHealth(probe);
    }

    /** The same. */
    @Bean
    BrokerHealth rabbitHealthIndicator(RabbitTemplate template, BrokerConnection connection) {
        return new BrokerHealth(template, connection);
    }

    /** Depths are metrics, and not health: a queue may be long. */
    @Bean
    StartedServices queueWatch(RabbitAdmin admin, Topology topology, MeterRegistry meters) {
        return new StartedServices(new QueueWatch(admin, topology.queues(), meters));
    }
}

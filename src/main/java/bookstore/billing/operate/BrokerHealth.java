package bookstore.billing.operate;

import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.boot.actuate.amqp.RabbitHealthIndicator;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;

/** Spring Boot's own look at the broker, and since when it is away. */
public final class BrokerHealth implements HealthIndicator {

    private final HealthIndicator look;
    private final BrokerConnection connection;

    public BrokerHealth(RabbitTemplate template, BrokerConnection connection) {
        this.look = new RabbitHealthIndicator(template);
        this.connection = connection;
    }

    @Override
    public Health health() {
        Health health = look.health();
        if (health.getStatus().equals(Status.UP)) {
            return health;
        }
        Health.Builder away = Health.status(health.getStatus()).withDetails(health.getDetails());
        connection.awaySince().ifPresent(since -> away.withDetail("away since", since));
        return away.build();
    }
}

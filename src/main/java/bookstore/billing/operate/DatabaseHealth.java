package bookstore.billing.operate;

import java.sql.SQLException;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;

/**
 * In the place of Spring Boot's own indicator, which takes a connection of the pool: it would wait half a minute for a
 * database that is away, and call one away whose pool is only busy with payments.
 */
public final class DatabaseHealth implements HealthIndicator {

    private final DatabaseProbe probe;

    public DatabaseHealth(DatabaseProbe probe) {
        this.probe = probe;
    }

    @Override
    public Health health() {
        try {
            probe.check();
            return Health.up().build();
        } catch (SQLException e) {
            return Health.down(e).build();
        }
    }
}

package bookstore.billing.operate;

import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;

/** Shows how long the inbox remembers and how late a copy can come; never DOWN, since {@link RetentionGuard} refuses the start. */
public final class RetentionHealth implements HealthIndicator {

    private final RetentionGuard guard;

    public RetentionHealth(RetentionGuard guard) {
        this.guard = guard;
    }

    @Override
    public Health health() {
        return Health.up()
                .withDetail("remembers", Sum.text(guard.retention()))
                .withDetail("a copy can come after", guard.lines())
                .withDetail("margin", Sum.text(guard.margin()))
                .withDetail(
                        "replays end",
                        Sum.text(guard.replayMargin())
                                + " before a message is forgotten, by x-first-failed-at; those of expired messages too")
                .build();
    }
}

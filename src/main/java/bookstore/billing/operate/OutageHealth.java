package bookstore.billing.operate;

import bookstore.billing.delivery.Outages;
import bookstore.billing.delivery.Server;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;

/**
 * DOWN while consuming pauses because a server is away, with which one, since when and why. Without the mail server it stays UP,
 * and says it all the same: orders are invoiced, and nobody shall take an instance away for mails that wait.
 */
public final class OutageHealth implements HealthIndicator {

    private final Outages outages;

    public OutageHealth(Outages outages) {
        this.outages = outages;
    }

    @Override
    public Health health() {
        Health.Builder health = Health.up();
        for (Server server : Server.values()) {
            outages.of(server).ifPresent(outage -> {
                if (!server.isDispensable()) {
                    health.down();
                }
                health.withDetail(
                        server.toString(),
                        "away since " + outage.since() + ", " + server.meanwhile() + ": " + outage.reason());
            });
        }
        return health.build();
    }
}

package bookstore.billing.dev;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.spi.CamelEvent.ExchangeCreatedEvent;
import org.apache.camel.spi.EventNotifier;
import org.apache.camel.support.EventNotifierSupport;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;

/** Beans by which a test sees how many spent tries the messages tell that reach a route. */
@TestConfiguration
public class SpentTries {

    private static final Set<Integer> SEEN = ConcurrentHashMap.newKeySet();

    public static void forget() {
        SEEN.clear();
    }

    /** 0 stands also for a message that comes for the first time. */
    public static Set<Integer> seen() {
        return Set.copyOf(SEEN);
    }

    @Bean
    EventNotifier spentTriesNotifier() {
        return new EventNotifierSupport() {
            @Override
            public void notify(CamelEvent event) {
                if (event instanceof ExchangeCreatedEvent created) {
                    SEEN.add(created.getExchange().getMessage().getHeader("x-attempts", 0, Integer.class));
                }
            }
        };
    }
}

package bookstore.billing.dev;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.spi.CamelEvent.ExchangeCompletedEvent;
import org.apache.camel.spi.CamelEvent.ExchangeEvent;
import org.apache.camel.spi.CamelEvent.ExchangeFailedEvent;
import org.apache.camel.spi.EventNotifier;
import org.apache.camel.support.EventNotifierSupport;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;

/** Beans by which a test sees which messages a route has been through with, whatever came of them. */
@TestConfiguration
public class HandledMessages {

    private static final Map<String, Integer> TIMES = new ConcurrentHashMap<>();

    /** How often, over all instances in this JVM. */
    public static int times(String messageId) {
        return TIMES.getOrDefault(messageId, 0);
    }

    @Bean
    EventNotifier handledMessagesNotifier() {
        return new EventNotifierSupport() {
            @Override
            public void notify(CamelEvent event) {
                if (event instanceof ExchangeCompletedEvent || event instanceof ExchangeFailedEvent) {
                    String id = ((ExchangeEvent) event).getExchange().getVariable("messageId", String.class);
                    if (id != null) {
                        TIMES.merge(id, 1, Integer::sum);
                    }
                }
            }
        };
    }
}

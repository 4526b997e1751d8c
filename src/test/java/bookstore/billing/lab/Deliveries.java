package bookstore.billing.lab;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Route;
import org.apache.camel.component.springrabbit.SpringRabbitMQConstants;
import org.apache.camel.spi.RoutePolicy;
import org.apache.camel.spi.RoutePolicyFactory;
import org.apache.camel.support.RoutePolicySupport;

/** Notes each delivery and what it came to, when its route has ended: behind the commit or the rollback. */
final class Deliveries extends RoutePolicySupport implements RoutePolicyFactory {

    private static final String DELIVERY = Delivery.class.getName();

    private final AtomicInteger begun = new AtomicInteger();
    private final List<Delivery> ended = new CopyOnWriteArrayList<>();

    @Override
    public RoutePolicy createRoutePolicy(CamelContext context, String routeId, NamedNode route) {
        return this;
    }

    @Override
    public void onExchangeBegin(Route route, Exchange exchange) {
        String messageId = exchange.getMessage().getHeader(SpringRabbitMQConstants.MESSAGE_ID, String.class);
        exchange.setProperty(DELIVERY, new Delivery(begun.incrementAndGet(), messageId, ""));
    }

    @Override
    public void onExchangeDone(Route route, Exchange exchange) {
        Delivery delivery = exchange.getProperty(DELIVERY, Delivery.class);
        String outcome = exchange.isFailed() ? "failed" : exchange.getVariable("outcome", String.class);
        ended.add(new Delivery(delivery.tag(), delivery.messageId(), outcome));
    }

    void clear() {
        begun.set(0);
        ended.clear();
    }

    /** In the order in which they came. */
    List<Delivery> ended() {
        return ended.stream().sorted(Comparator.comparing(Delivery::tag)).toList();
    }
}

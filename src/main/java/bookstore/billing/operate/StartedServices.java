package bookstore.billing.operate;

import org.apache.camel.CamelContext;
import org.apache.camel.Service;
import org.apache.camel.spring.boot.CamelContextConfiguration;

/** Starts a service when the routes run, and stops it with Camel. */
public final class StartedServices implements CamelContextConfiguration {

    private final Service service;

    public StartedServices(Service service) {
        this.service = service;
    }

    @Override
    public void beforeApplicationStart(CamelContext context) {
        // the routes come first
    }

    @Override
    public void afterApplicationStart(CamelContext context) {
        try {
            context.addService(service, true, true);
        } catch (Exception e) {
            throw new IllegalStateException("a service of the routes does not start", e);
        }
    }
}

package bookstore.billing.guard;

import org.apache.camel.CamelContext;
import org.apache.camel.spi.ContextServicePlugin;

/** Puts the guard into every Camel context that has this class on its class path; Camel finds it by itself. */
public final class GuardPlugin implements ContextServicePlugin {

    @Override
    public void load(CamelContext context) {
        context.addRoutePolicyFactory(new RouteGuard());
    }
}

package bookstore.billing.operate;

import bookstore.billing.delivery.OneLine;
import org.apache.camel.FailedToCreateRouteException;
import org.apache.camel.spring.boot.CamelSpringBootInitializationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringBootExceptionReporter;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.core.Ordered;

/**
 * Tells in one line why the application does not start, where a page with a stack trace would hide it.
 */
final class StartFailureReporter implements SpringBootExceptionReporter, Ordered {

    private static final Logger LOG = LoggerFactory.getLogger("bookstore.billing.start");

    @Override
    public boolean reportException(Throwable failure) {
        LOG.error("billing-invoice does not start: {}", Secrets.hidden(line(failure)));
        LOG.debug("where it failed", failure);
        return true;
    }

    private static String line(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof StartRefusedException) {
                return OneLine.of(cause.getMessage());
            }
            if (cause instanceof FailedToCreateRouteException) {
                return "a route cannot be loaded: " + OneLine.of(cause.getMessage());
            }
            if (cause instanceof CamelSpringBootInitializationException) {
                return "a route cannot be loaded: " + routeLine(cause);
            }
            if (cause instanceof BindException bind) {
                return bind.getName() + " cannot be read: " + OneLine.ofRootCause(bind);
            }
        }
        return OneLine.ofRootCause(failure) + " (--logging.level.bookstore.billing.start=debug tells where)";
    }

    private static String routeLine(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof FailedToCreateRouteException) {
                return OneLine.of(cause.getMessage());
            }
        }
        return OneLine.ofRootCause(failure);
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}

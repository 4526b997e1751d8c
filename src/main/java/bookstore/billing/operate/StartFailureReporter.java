package bookstore.billing.operate;

import bookstore.billing.delivery.OneLine;
import java.util.Optional;
import org.apache.camel.FailedToCreateRouteException;
import org.apache.camel.spring.boot.CamelSpringBootInitializationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringBootExceptionReporter;
import org.springframework.core.Ordered;

/**
 * Tells in one line why the application does not start, where a page with a stack trace would hide it. Failures that
 * it does not know are left to Spring Boot.
 */
final class StartFailureReporter implements SpringBootExceptionReporter, Ordered {

    private static final Logger LOG = LoggerFactory.getLogger("bookstore.billing.start");

    @Override
    public boolean reportException(Throwable failure) {
        Optional<String> line = line(failure);
        line.ifPresent(text -> LOG.error("billing-invoice does not start: {}", text));
        return line.isPresent();
    }

    private static Optional<String> line(Throwable failure) {
        Throwable route = null;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof StartRefusedException) {
                return Optional.of(OneLine.of(cause.getMessage()));
            }
            if (cause instanceof CamelSpringBootInitializationException
                    || cause instanceof FailedToCreateRouteException) {
                route = cause;
            }
        }
        return Optional.ofNullable(route).map(StartFailureReporter::routeLine);
    }

    private static String routeLine(Throwable failure) {
        Throwable told = failure;
        while (told.getCause() != null && !(told instanceof FailedToCreateRouteException)) {
            told = told.getCause();
        }
        return "a route cannot be loaded: " + OneLine.of(told.getMessage());
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}

package bookstore.billing.operate;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringBootExceptionReporter;
import org.springframework.core.Ordered;

/**
 * Tells in one line why the application does not start, where a page with a stack trace would hide it.
 */
final class StartFailureReporter implements SpringBootExceptionReporter, Ordered {

    private static final Logger LOG = LoggerFactory.getLogger("bookstore.billing.start");

    @Override
    public boolean reportException(Throwable failure) {
        LOG.error("billing-invoice does not start: {}", StartFailure.line(failure));
        LOG.debug("where it failed", failure);
        return true;
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}

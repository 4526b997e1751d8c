package bookstore.billing.operate;

import bookstore.billing.delivery.FailedServer;
import bookstore.billing.delivery.OneLine;
import bookstore.billing.guard.RefusedRouteException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.camel.FailedToCreateRouteException;
import org.apache.camel.spring.boot.CamelSpringBootInitializationException;
import org.springframework.boot.context.properties.bind.BindException;

/** Why the application, or a command, does not start. */
public final class StartFailure {

    private StartFailure() {}

    /** What failed in the first place, in one line, behind the server's name where it was one's, with no password in it. */
    public static String rootCause(Throwable failure) {
        return Secrets.hidden(FailedServer.line(failure));
    }

    /** What is wrong and what to set or mend, with no password in it. */
    public static String line(Throwable failure) {
        return Secrets.hidden(told(failure));
    }

    private static String told(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof StartRefusedException) {
                return OneLine.of(cause.getMessage());
            }
            if (cause instanceof FailedToCreateRouteException) {
                return "a route cannot be loaded: " + routeLine(cause);
            }
            if (cause instanceof CamelSpringBootInitializationException) {
                return "a route cannot be loaded: " + routeLine(cause);
            }
            if (cause instanceof BindException bind) {
                return unreadable(bind);
            }
        }
        return OneLine.ofRootCause(failure) + " (--logging.level.bookstore.billing.start=debug tells where)";
    }

    /** Of a word that is none of a few, the few. */
    private static String unreadable(BindException bind) {
        Class<?> type = bind.getTarget().getType().resolve(Object.class);
        if (type.isEnum()) {
            return bind.getName() + " is one of "
                    + Arrays.stream(type.getEnumConstants())
                            .map(constant -> ((Enum<?>) constant)
                                    .name()
                                    .toLowerCase(Locale.ROOT)
                                    .replace('_', '-'))
                            .collect(Collectors.joining(", "));
        }
        return bind.getName() + " cannot be read: " + OneLine.ofRootCause(bind);
    }

    private static String routeLine(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof RefusedRouteException) {
                return OneLine.of(cause.getMessage());
            }
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof FailedToCreateRouteException) {
                return OneLine.of(cause.getMessage());
            }
        }
        return OneLine.ofRootCause(failure);
    }
}

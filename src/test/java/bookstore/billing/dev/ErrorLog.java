package bookstore.billing.dev;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** The lines that are logged at ERROR, and those at WARN, while it is open; opened after the last start, which sets logging up anew. */
public final class ErrorLog implements AutoCloseable {

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private final Logger root = ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger(Logger.ROOT_LOGGER_NAME);

    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            String line = event.getLoggerName() + ": " + event.getFormattedMessage();
            if (event.getLevel().isGreaterOrEqual(Level.ERROR)) {
                lines.add(line);
            } else if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
                warnings.add(line);
            }
        }
    };

    private ErrorLog() {
        appender.setContext(root.getLoggerContext());
        appender.start();
        root.addAppender(appender);
    }

    public static ErrorLog open() {
        return new ErrorLog();
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }

    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    @Override
    public void close() {
        root.detachAppender(appender);
    }
}

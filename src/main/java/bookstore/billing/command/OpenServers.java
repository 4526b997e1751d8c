package bookstore.billing.command;

import org.springframework.context.ConfigurableApplicationContext;

/** What a command works with until it ends. */
final class OpenServers implements AutoCloseable {

    private final ConfigurableApplicationContext context;

    OpenServers(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** The one bean of that type; it may connect to its server now, and fail. */
    <T> T get(Class<T> type) {
        return context.getBean(type);
    }

    @Override
    public void close() {
        context.close();
    }
}

package bookstore.billing.check;

import bookstore.billing.guard.Inbox;
import bookstore.billing.guard.Surroundings;
import java.util.Collection;
import java.util.Optional;
import org.apache.camel.model.RouteDefinition;
import org.jspecify.annotations.Nullable;

/** What routes are examined in where nothing runs. */
record FilesAlone(KnownBeans beans, Settings settings, Collection<RouteDefinition> routes) implements Surroundings {

    @Override
    public boolean knows(String bean) {
        return beans.contains(bean);
    }

    @Override
    public Optional<Inbox> inbox(String bean) {
        return beans.inbox(bean);
    }

    @Override
    public Optional<Boolean> isOnTransactionsDatabase(String inbox, @Nullable String policy) {
        return Optional.empty();
    }

    @Override
    public String resolved(String text) {
        return settings.resolved(text);
    }
}

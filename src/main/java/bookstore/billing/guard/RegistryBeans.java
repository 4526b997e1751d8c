package bookstore.billing.guard;

import bookstore.billing.inbox.InboxRepository;
import bookstore.billing.inbox.PostgresClaims;
import java.util.Collection;
import java.util.Optional;
import javax.sql.DataSource;
import org.apache.camel.CamelContext;
import org.apache.camel.model.ModelCamelContext;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.spring.spi.SpringTransactionPolicy;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.ResourceTransactionManager;

/** A running Camel context: everything can be asked. */
record RegistryBeans(CamelContext context) implements Surroundings {

    @Override
    public boolean knows(String bean) {
        return context.getRegistry().lookupByName(bean) != null;
    }

    @Override
    public Optional<Inbox> inbox(String bean) {
        return repository(bean)
                .map(inbox ->
                        new Inbox(inbox.consumer(), inbox instanceof PostgresClaims ? Shape.CLAIM : Shape.TRANSACTION));
    }

    private Optional<InboxRepository> repository(String bean) {
        return context.getRegistry().lookupByName(bean) instanceof InboxRepository inbox
                ? Optional.of(inbox)
                : Optional.empty();
    }

    @Override
    public Optional<Boolean> isOnTransactionsDatabase(String inbox, @Nullable String policy) {
        SpringTransactionPolicy found = policy == null
                ? context.getRegistry().findSingleByType(SpringTransactionPolicy.class)
                : context.getRegistry().lookupByNameAndType(policy, SpringTransactionPolicy.class);
        if (found != null
                && found.getTransactionManager() instanceof ResourceTransactionManager manager
                && manager.getResourceFactory() instanceof DataSource database) {
            return repository(inbox).map(repository -> repository.isOn(database));
        }
        return Optional.empty();
    }

    @Override
    public String resolved(String text) {
        return context.resolvePropertyPlaceholders(text);
    }

    @Override
    public Collection<RouteDefinition> routes() {
        return ((ModelCamelContext) context).getRouteDefinitions();
    }
}

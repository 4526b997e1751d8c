package bookstore.billing.guard;

import java.util.Collection;
import java.util.Optional;
import org.apache.camel.model.RouteDefinition;
import org.jspecify.annotations.Nullable;

/** What a route is examined in: a running application, or files alone. */
public interface Surroundings {

    /** Whether there is a bean of that name. */
    boolean knows(String bean);

    /** The inbox that the bean is; empty where it is none, and where nobody knows the bean. */
    Optional<Inbox> inbox(String bean);

    /**
     * Whether the inbox writes to the database of the transactions.
     *
     * @param policy the bean that a {@code transacted} names; null where it names none
     * @return empty where that cannot be told without the beans themselves
     */
    Optional<Boolean> isOnTransactionsDatabase(String inbox, @Nullable String policy);

    /** The text with its placeholders' values; those that have none stay as they are. */
    String resolved(String text);

    /** All routes that are known so far, the examined one among them. */
    Collection<RouteDefinition> routes();
}

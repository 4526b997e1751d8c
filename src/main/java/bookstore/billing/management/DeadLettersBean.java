package bookstore.billing.management;

import org.springframework.jmx.export.annotation.ManagedOperation;
import org.springframework.jmx.export.annotation.ManagedOperationParameter;
import org.springframework.jmx.export.annotation.ManagedOperationParameters;
import org.springframework.jmx.export.annotation.ManagedResource;

/** Dead letters over JMX. An empty text means any. JMX does not say who is there, so who acts says so. */
@ManagedResource(
        objectName = "bookstore.billing:type=DeadLetters",
        description = "Dead letters of all consumers: list, plan, replay, discard")
public final class DeadLettersBean {

    private final DeadLetterDesk desk;

    public DeadLettersBean(DeadLetterDesk desk) {
        this.desk = desk;
    }

    @ManagedOperation(description = "Lists dead letters, the oldest first; changes nothing")
    @ManagedOperationParameters({
        @ManagedOperationParameter(name = "queue", description = "the consumer's queue; empty: all"),
        @ManagedOperationParameter(name = "reason", description = "such as attempts-exhausted; empty: all"),
        @ManagedOperationParameter(name = "messageId", description = "exact text; empty: all"),
        @ManagedOperationParameter(name = "order", description = "UUID; empty: all")
    })
    public String list(String queue, String reason, String messageId, String order) {
        return OperatorJson.of(() -> desk.list(choice(queue, reason, messageId, order)));
    }

    @ManagedOperation(description = "Says what a replay of them would do; changes nothing")
    @ManagedOperationParameters({
        @ManagedOperationParameter(name = "queue", description = "the consumer's queue; empty: all"),
        @ManagedOperationParameter(name = "reason", description = "such as attempts-exhausted; empty: all"),
        @ManagedOperationParameter(name = "messageId", description = "exact text; empty: all"),
        @ManagedOperationParameter(name = "order", description = "UUID; empty: all")
    })
    public String plan(String queue, String reason, String messageId, String order) {
        return OperatorJson.of(() -> desk.plan(choice(queue, reason, messageId, order)));
    }

    @ManagedOperation(description = "Sends them back to their consumer, the oldest first; at least one choice is given")
    @ManagedOperationParameters({
        @ManagedOperationParameter(name = "queue", description = "the consumer's queue; empty: all"),
        @ManagedOperationParameter(name = "reason", description = "such as attempts-exhausted; empty: all"),
        @ManagedOperationParameter(name = "messageId", description = "exact text; empty: all"),
        @ManagedOperationParameter(name = "order", description = "UUID; empty: all"),
        @ManagedOperationParameter(name = "limit", description = "at most so many"),
        @ManagedOperationParameter(name = "perSecond", description = "at most so many in a second"),
        @ManagedOperationParameter(name = "user", description = "who decides, for the log")
    })
    public String replay(
            String queue, String reason, String messageId, String order, int limit, double perSecond, String user) {
        return OperatorJson.of(() -> desk.replay(choice(queue, reason, messageId, order), limit, perSecond, user)
                .results());
    }

    @ManagedOperation(description = "Gives them up; each is recorded in discarded_message, with who and why")
    @ManagedOperationParameters({
        @ManagedOperationParameter(name = "queue", description = "the consumer's queue; empty: all"),
        @ManagedOperationParameter(name = "reason", description = "such as attempts-exhausted; empty: all"),
        @ManagedOperationParameter(name = "messageId", description = "exact text; empty: all"),
        @ManagedOperationParameter(name = "order", description = "UUID; empty: all"),
        @ManagedOperationParameter(name = "limit", description = "at most so many"),
        @ManagedOperationParameter(name = "why", description = "why they are given up; recorded"),
        @ManagedOperationParameter(name = "user", description = "who decides; recorded")
    })
    public String discard(
            String queue, String reason, String messageId, String order, int limit, String why, String user) {
        return OperatorJson.of(() -> desk.discard(choice(queue, reason, messageId, order), limit, why, user));
    }

    private static Choice choice(String queue, String reason, String messageId, String order) {
        return Choice.of(queue, false, reason, messageId, order, null, null);
    }
}

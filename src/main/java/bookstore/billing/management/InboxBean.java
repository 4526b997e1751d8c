package bookstore.billing.management;

import bookstore.billing.inquiry.InboxRows;
import bookstore.billing.inquiry.Inquiry;
import java.util.Map;
import org.springframework.jmx.export.annotation.ManagedOperation;
import org.springframework.jmx.export.annotation.ManagedOperationParameter;
import org.springframework.jmx.export.annotation.ManagedResource;

/** Questions about messages and orders over JMX; nothing here changes anything. */
@ManagedResource(
        objectName = "bookstore.billing:type=Inbox",
        description = "What is known of a message or an order, and how much each inbox remembers")
public final class InboxBean {

    private final Inquiry inquiry;
    private final InboxRows rows;

    public InboxBean(Inquiry inquiry, InboxRows rows) {
        this.inquiry = inquiry;
        this.rows = rows;
    }

    @ManagedOperation(description = "All that is known of a message")
    @ManagedOperationParameter(name = "messageId", description = "its exact text")
    public String askMessage(String messageId) {
        return OperatorJson.of(() -> inquiry.aboutMessage(messageId));
    }

    @ManagedOperation(description = "All that is known of an order")
    @ManagedOperationParameter(name = "order", description = "its UUID")
    public String askOrder(String order) {
        return OperatorJson.of(() -> inquiry.aboutOrder(Texts.order(order)));
    }

    /** An operation and no attribute: it reads the table, and consoles ask for attributes all the time. */
    @ManagedOperation(description = "How many messages each consumer's inbox remembers")
    public Map<String, Long> countRows() {
        return rows.counts();
    }
}

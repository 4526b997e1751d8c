package bookstore.billing.inbox;

import bookstore.billing.delivery.Reason;
import bookstore.billing.delivery.RefusedMessageException;
import org.apache.camel.Exchange;
import org.jspecify.annotations.Nullable;

/**
 * A message as an inbox sees it.
 *
 * @param id not blank, and one that the database can hold
 * @param fingerprint what the message says, as the consumer reads it
 * @param replayed whether it came back from a dead-letter queue
 */
record InboxMessage(String id, String fingerprint, boolean replayed) {

    /**
     * @throws RefusedMessageException without an id that could be kept
     * @throws IllegalStateException where no step has read the message
     */
    static InboxMessage of(Exchange exchange, String id) {
        if (id.isBlank()) {
            throw new RefusedMessageException(Reason.MISSING_MESSAGE_ID, "the message has no message id");
        }
        if (id.indexOf('\0') >= 0) {
            throw new RefusedMessageException(Reason.INVALID_MESSAGE, "the message id contains a NUL character");
        }
        String fingerprint = exchange.getVariable(PostgresInbox.FINGERPRINT, String.class);
        if (fingerprint == null) {
            throw new IllegalStateException("the variable " + PostgresInbox.FINGERPRINT
                    + " is not set: the step that reads the message comes before the inbox");
        }
        boolean replayed = Boolean.TRUE.equals(exchange.getVariable(PostgresInbox.REPLAYED, Boolean.class));
        return new InboxMessage(id, fingerprint, replayed);
    }

    /** @param known what was processed under the id; null where somebody has put the row there by hand */
    boolean isCopyOf(@Nullable String known) {
        return known == null || known.equals(fingerprint);
    }

    static RefusedMessageException conflict() {
        return new RefusedMessageException(
                Reason.MESSAGE_ID_CONFLICT, "this message id was processed with another content than this message's");
    }
}

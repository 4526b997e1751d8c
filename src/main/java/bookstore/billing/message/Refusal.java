package bookstore.billing.message;

import bookstore.billing.delivery.Reason;
import bookstore.billing.delivery.RefusedMessageException;

/** Refuses a message for what it says. */
public final class Refusal {

    private Refusal() {}

    /** @param text what is wrong, without any of the message's own words */
    public static RefusedMessageException invalid(String text) {
        return new RefusedMessageException(Reason.INVALID_MESSAGE, text);
    }
}

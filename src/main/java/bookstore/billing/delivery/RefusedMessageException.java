package bookstore.billing.delivery;

/**
 * What no waiting can cure: the transaction rolls back and the message becomes a dead letter at once, with this
 * exception's reason and text.
 */
public class RefusedMessageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /** @param text what is wrong, for a person; it must not contain the message's body */
    public RefusedMessageException(Reason reason, String text) {
        super(text);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}

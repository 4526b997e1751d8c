package bookstore.billing.delivery;

/**
 * Nothing is wrong with the message, its turn has just not come: the transaction rolls back and the message comes
 * again after the first delay, without a try being counted.
 */
public class TryLaterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public TryLaterException(String text) {
        super(text);
    }
}

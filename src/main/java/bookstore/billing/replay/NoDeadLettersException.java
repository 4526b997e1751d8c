package bookstore.billing.replay;

/** There is no dead-letter queue of that name. */
public final class NoDeadLettersException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NoDeadLettersException(String text) {
        super(text);
    }
}

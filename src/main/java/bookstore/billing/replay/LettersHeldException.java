package bookstore.billing.replay;

/** Somebody else has these dead letters in hand; nothing was done. */
public final class LettersHeldException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LettersHeldException(String text) {
        super(text);
    }
}

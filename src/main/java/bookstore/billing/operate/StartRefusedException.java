package bookstore.billing.operate;

/** The application does not start, for a reason that its operator can remove. */
public final class StartRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param text one line: what is wrong, and what to set or mend */
    public StartRefusedException(String text) {
        super(text);
    }
}

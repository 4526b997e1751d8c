package bookstore.billing.replay;

/** What the replay of a dead letter would come to. */
public enum Effect {
    INVOICE("invoice", true),
    HANDLE("handle", true),
    SKIP_MESSAGE("skip-message-id", true),
    SKIP_ORDER("skip-order", true),
    UNREADABLE("comes-back", true),
    MESSAGE_ID_CONFLICT("message-id-conflict", false),
    ORDER_CONFLICT("order-conflict", false),
    TOO_OLD("too-old", false);

    private final String word;
    private final boolean replayed;

    Effect(String word, boolean replayed) {
        this.word = word;
        this.replayed = replayed;
    }

    /** For tables and JSON. */
    public String word() {
        return word;
    }

    /** Whether a replay sends it; otherwise it stays where it is. */
    public boolean isReplayed() {
        return replayed;
    }
}

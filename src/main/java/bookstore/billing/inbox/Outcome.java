package bookstore.billing.inbox;

/** What one delivery came to, as far as the inbox is concerned. */
enum Outcome {
    PROCESSED("processed"),
    DUPLICATE_MESSAGE("duplicate by message id, skipped"),
    DUPLICATE_BUSINESS_KEY("duplicate by business key, skipped"),
    CONFLICT("conflict");

    private final String text;

    Outcome(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}

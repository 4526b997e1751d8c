package bookstore.billing.mail;

/** What became of a mail: the fixed words of the metric's tag. */
enum MailOutcome {
    /** The server has taken it. */
    SENT("sent"),
    /** Its message counts as processed and it was not sent, as far as is known; it is not tried again. */
    LOST("lost"),
    /** Its message counts as processed by an earlier delivery, which did not live to tell whether it was sent. */
    UNKNOWN("unknown");

    private final String word;

    MailOutcome(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }
}

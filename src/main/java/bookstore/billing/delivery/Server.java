package bookstore.billing.delivery;

/** What a delivery needs besides the broker that brought it. */
public enum Server {
    DATABASE("the database", "consuming pauses"),
    PAYMENT_PROVIDER("the payment provider", "consuming pauses"),
    MAIL_SERVER("the mail server", "mails wait");

    private final String text;
    private final String meanwhile;

    Server(String text, String meanwhile) {
        this.text = text;
        this.meanwhile = meanwhile;
    }

    /** What is done while it is away. */
    public String meanwhile() {
        return meanwhile;
    }

    /** Whether orders are invoiced without it. */
    public boolean isDispensable() {
        return this == MAIL_SERVER;
    }

    @Override
    public String toString() {
        return text;
    }
}

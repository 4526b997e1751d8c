package bookstore.billing.delivery;

/** What a delivery needs besides the broker that brought it. */
public enum Server {
    DATABASE("the database"),
    PAYMENT_PROVIDER("the payment provider"),
    /** Orders are invoiced without it. */
    MAIL_SERVER("the mail server");

    private final String text;

    Server(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}

package bookstore.billing.check;

/** A file that cannot be read as a whole; there is nothing more to examine in it. */
final class BrokenFileException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Place place;
    private final String rule;

    BrokenFileException(Place place, String rule, String text) {
        super(text);
        this.place = place;
        this.rule = rule;
    }

    Place place() {
        return place;
    }

    String rule() {
        return rule;
    }
}

package bookstore.billing.guard;

/** How the block of an inbox stands to the transaction of its work. */
public enum Shape {
    /** The inbox row commits with the work: all of it stands inside one transaction. */
    TRANSACTION,
    /** A claim commits before the work, which is done with no transaction open and written by a second one. */
    CLAIM
}

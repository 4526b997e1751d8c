package bookstore.billing.replay;

/** Where dead letters are. */
public enum Source {
    /** The dead-letter queue. */
    QUEUE,
    /** The table {@code expired_message}, which keeps what stayed in the queue for its whole time. */
    EXPIRED
}

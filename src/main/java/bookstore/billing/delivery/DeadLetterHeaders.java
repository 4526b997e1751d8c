package bookstore.billing.delivery;

/** Headers that a message gets on its way through delay queues into a dead-letter queue. */
public final class DeadLetterHeaders {

    /** One of {@link Reason}'s words. */
    public static final String REASON = "x-reason";

    /** One line for a person, 500 characters at most. */
    public static final String ERROR = "x-error";

    /** Failed tries so far, an integer. */
    public static final String ATTEMPTS = "x-attempts";

    /** ISO 8601 instant of the first failure; survives every replay. */
    public static final String FIRST_FAILED_AT = "x-first-failed-at";

    /** ISO 8601 instant of the last failure. */
    public static final String FAILED_AT = "x-failed-at";

    /** How often the message was replayed from a dead-letter queue, an integer; absent before the first time. */
    public static final String REPLAYS = "x-replays";

    private DeadLetterHeaders() {}
}

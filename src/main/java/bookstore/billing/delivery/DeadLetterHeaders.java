package bookstore.billing.delivery;

import java.util.Set;

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

    /** True where the sender's own headers were too large to go on with ours. */
    public static final String HEADERS_DROPPED = "x-headers-dropped";

    static final Set<String> OURS =
            Set.of(REASON, ERROR, ATTEMPTS, FIRST_FAILED_AT, FAILED_AT, REPLAYS, HEADERS_DROPPED);

    private DeadLetterHeaders() {}
}

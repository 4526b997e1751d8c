package bookstore.billing.bench;

import java.time.Duration;

/**
 * What a contender has to bear.
 *
 * @param payment how long the provider takes for a charge
 * @param copies how many of a hundred messages are copies: 0, or 50 where each message comes twice in a row
 * @param consumers messages that are worked on at the same time, if the contender is able to
 */
record Load(Duration payment, int copies, int consumers) {

    /** Database connections of every contender. */
    static final int CONNECTIONS = 10;

    private static final double FASTEST = 3_000;
    private static final double MOST_PACED = 200;

    int messagesPerOrder() {
        return copies == 0 ? 1 : 2;
    }

    /** Messages a second that no contender comes to: what the payment allows and a fifth, or what no machine of two cores does. */
    double ceiling() {
        return payment.isZero() ? FASTEST : Math.min(FASTEST, 1.2 * perSecondOfPayment());
    }

    /** Orders a second for the latency, the same for every contender: half of what the payment allows, and no more than 200. */
    double pace() {
        double half = payment.isZero() ? MOST_PACED : Math.min(MOST_PACED, perSecondOfPayment() / 2);
        return half / messagesPerOrder();
    }

    private double perSecondOfPayment() {
        return consumers * 1_000.0 / payment.toMillis();
    }

    @Override
    public String toString() {
        return "payment " + payment.toMillis() + " ms, " + copies + "% copies, " + consumers + " consumers";
    }
}

package bookstore.billing.lab;

/**
 * What a delivery came to.
 *
 * @param tag counted over a route's four consumers together: each of them has a channel, and so delivery tags, of its own
 */
record Delivery(int tag, String messageId, String outcome) {

    @Override
    public String toString() {
        return "delivery tag " + tag + " message " + messageId + ": " + outcome;
    }
}

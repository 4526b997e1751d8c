package bookstore.billing.message;

import bookstore.billing.delivery.OneLine;
import bookstore.billing.delivery.Reason;
import bookstore.billing.delivery.RefusedMessageException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The id by which copies of a message are told: the AMQP property, or else the envelope's own. */
final class MessageId {

    private static final Logger LOG = LoggerFactory.getLogger(MessageId.class);

    /** The AMQP property has 255 at most; envelopes know no limit, but an index does. */
    private static final int MAX_BYTES = 1024;

    /** What the client puts where the property's bytes were no UTF-8: other bytes would look the same. */
    private static final String REPLACEMENT = "\uFFFD";

    private MessageId() {}

    /** @throws RefusedMessageException where there is none, or where copies could not be told by it */
    static String of(Incoming message, Content content) {
        String property = orNull(message.messageId());
        String own = orNull(content.id());
        if (property == null && own == null) {
            throw new RefusedMessageException(
                    Reason.MISSING_MESSAGE_ID, "the message has no message_id, so its copies could not be told");
        }
        if (property != null && own != null && !content.ids().contains(property)) {
            LOG.warn(
                    "message_id {} differs from the id in the message's envelope, {}; message_id counts",
                    OneLine.of(property),
                    OneLine.of(own));
        }
        return checked(property != null ? property : own);
    }

    private static String checked(String id) {
        if (id.indexOf('\0') >= 0
                || id.contains(REPLACEMENT)
                || !StandardCharsets.UTF_8.newEncoder().canEncode(id)) {
            throw Refusal.invalid("the message id is no UTF-8 text, or has a NUL in it");
        }
        if (id.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            throw Refusal.invalid("the message id is longer than " + MAX_BYTES + " bytes");
        }
        return id;
    }

    private static @Nullable String orNull(@Nullable String id) {
        return id == null || id.isBlank() ? null : id;
    }
}

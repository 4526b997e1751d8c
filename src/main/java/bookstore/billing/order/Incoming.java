package bookstore.billing.order;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message as it came, as far as its shape can depend on it.
 *
 * @param messageId the AMQP property, as its sender set it
 * @param headers AMQP headers, values of any type
 */
record Incoming(
        byte[] body,
        @Nullable String messageId,
        @Nullable String contentType,
        @Nullable String contentEncoding,
        Map<String, Object> headers) {

    /** Is the content type this one, whatever its letter case and its parameters? */
    boolean isLabelled(String mediaType) {
        return contentType != null
                && contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(mediaType);
    }
}

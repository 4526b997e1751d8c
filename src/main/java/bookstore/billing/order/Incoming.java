package bookstore.billing.order;

import bookstore.billing.delivery.DeadLetterHeaders;
import java.util.Locale;
import java.util.Map;
import org.apache.camel.component.springrabbit.SpringRabbitMQConstants;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageProperties;

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

    /** In a route. */
    static Incoming of(org.apache.camel.Message message) {
        byte[] body = message.getBody(byte[].class);
        return new Incoming(
                body == null ? new byte[0] : body,
                message.getHeader(SpringRabbitMQConstants.MESSAGE_ID, String.class),
                message.getHeader(SpringRabbitMQConstants.CONTENT_TYPE, String.class),
                message.getHeader(SpringRabbitMQConstants.CONTENT_ENCODING, String.class),
                message.getHeaders());
    }

    /** Outside a route. */
    static Incoming of(Message message) {
        MessageProperties properties = message.getMessageProperties();
        return new Incoming(
                message.getBody(),
                properties.getMessageId(),
                properties.getContentType(),
                properties.getContentEncoding(),
                properties.getHeaders());
    }

    /** Whether it came back from a dead-letter queue. */
    static boolean isReplayed(org.apache.camel.Message message) {
        return message.getHeader(DeadLetterHeaders.REPLAYS) instanceof Number number && number.intValue() > 0;
    }

    /** Is the content type this one, whatever its letter case and its parameters? */
    boolean isLabelled(String mediaType) {
        return contentType != null
                && contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(mediaType);
    }
}

package bookstore.billing.message;

import bookstore.billing.delivery.DeadLetterHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import org.apache.camel.Message;
import org.apache.camel.component.springrabbit.SpringRabbitMQConstants;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.MessageProperties;

/**
 * A message as it came, as far as what it says can depend on it.
 *
 * @param messageId the AMQP property, as its sender set it
 * @param headers AMQP headers, values of any type
 */
public record Incoming(
        byte[] body,
        @Nullable String messageId,
        @Nullable String contentType,
        @Nullable String contentEncoding,
        Map<String, Object> headers) {

    private static final Duration CLOCKS_DIFFER = Duration.ofHours(1);

    private static final Duration FOR_EVER = ChronoUnit.FOREVER.getDuration();

    /** In a route, before any of its steps has changed it. */
    public static Incoming of(Message message) {
        byte[] body = message.getBody(byte[].class);
        return new Incoming(
                body == null ? new byte[0] : body,
                message.getHeader(SpringRabbitMQConstants.MESSAGE_ID, String.class),
                message.getHeader(SpringRabbitMQConstants.CONTENT_TYPE, String.class),
                message.getHeader(SpringRabbitMQConstants.CONTENT_ENCODING, String.class),
                message.getHeaders());
    }

    /** Outside a route. */
    public static Incoming of(org.springframework.amqp.core.Message message) {
        MessageProperties properties = message.getMessageProperties();
        return new Incoming(
                message.getBody(),
                properties.getMessageId(),
                properties.getContentType(),
                properties.getContentEncoding(),
                properties.getHeaders());
    }

    /** Whether it came back from a dead-letter queue. */
    public boolean isReplayed() {
        return headers.get(DeadLetterHeaders.REPLAYS) instanceof Number replays && replays.intValue() > 0;
    }

    /**
     * How long ago it failed for the first time, by this machine's clock; zero where it has not failed yet. A header that says
     * no time, or one to come, was not written by us: such a message has failed for ever, or it could wait for ever.
     */
    public Duration sinceFirstFailure() {
        Object told = headers.get(DeadLetterHeaders.FIRST_FAILED_AT);
        if (told == null) {
            return Duration.ZERO;
        }
        try {
            Duration since = Duration.between(Instant.parse(told.toString()), Instant.now());
            if (since.plus(CLOCKS_DIFFER).isNegative()) {
                return FOR_EVER;
            }
            return since.isNegative() ? Duration.ZERO : since;
        } catch (DateTimeException | ArithmeticException e) {
            return FOR_EVER;
        }
    }

    /** Is the content type this one, whatever its letter case and its parameters? */
    boolean isLabelled(String mediaType) {
        return contentType != null
                && contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(mediaType);
    }
}

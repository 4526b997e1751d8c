package bookstore.billing.order;

import bookstore.billing.message.Incoming;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;

/** The messages in {@code src/test/resources/messages}: one order in every shape, as its publisher would send it. */
public enum Sample {
    RAW("raw.json", "application/json"),
    DOT_NET("dot-net.json", "application/json"),
    MASS_TRANSIT("masstransit.json", "application/vnd.masstransit+json"),
    MASS_TRANSIT_AS_JSON("masstransit.json", "application/json"),
    CLOUD_EVENT("cloudevent.json", "application/cloudevents+json; charset=utf-8"),
    CLOUD_EVENT_AS_TEXT("cloudevent.json", "text/plain"),
    CLOUD_EVENT_AS_JSON("cloudevent.json", "application/json"),
    CLOUD_EVENT_DATA_AS_TEXT("cloudevent-text.json", "application/cloudevents+json"),
    CLOUD_EVENT_BASE64("cloudevent-base64.json", "application/cloudevents+json"),
    CLOUD_EVENT_BINARY_COLON("cloudevent-binary.json", "application/json", "cloudEvents:"),
    CLOUD_EVENT_BINARY_UNDERSCORE("cloudevent-binary.json", "application/json", "cloudEvents_"),
    CLOUD_EVENT_BINARY_CE("cloudevent-binary.json", "application/json", "ce-"),
    CLOUD_EVENT_BINARY_KNATIVE("cloudevent-binary.json", "application/cloudevents+json", "ce-");

    /** What each of them says, and what others put in its place. */
    public static final UUID ORDER = UUID.fromString("6b1a1f0e-6f59-4b7e-8f1c-0d6e2f6b9a11");

    private static final String EVENT_KEY = "cloudevent:12:/shop/orders:4c7e6b2a";

    private final String file;
    private final String contentType;
    private final Map<String, Object> headers;

    Sample(String file, String contentType) {
        this(file, contentType, Map.of());
    }

    Sample(String file, String contentType, String prefix) {
        this(
                file,
                contentType,
                Map.of(
                        prefix + "specversion", "1.0",
                        prefix + "id", "4c7e6b2a",
                        prefix + "source", "/shop/orders",
                        prefix + "type", "shop.order.placed.v1",
                        prefix + "time", "2026-11-30T09:15:00.123Z"));
    }

    Sample(String file, String contentType, Map<String, Object> headers) {
        this.file = file;
        this.contentType = contentType;
        this.headers = headers;
    }

    /** The key of a message without an AMQP message_id; null where there is none. */
    public @Nullable String ownKey() {
        return switch (file) {
            case "raw.json", "dot-net.json" -> null;
            case "masstransit.json" -> "8c1b0000-5d7a-0242-1f3e-08de2fd1c0aa";
            default -> EVENT_KEY;
        };
    }

    String contentType() {
        return contentType;
    }

    Map<String, Object> headers() {
        return headers;
    }

    /** The body, with another order in it. */
    public String body(UUID orderId) {
        try (InputStream in = Sample.class.getResourceAsStream("/messages/" + file)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            if (this == CLOUD_EVENT_BASE64) {
                String start = "\"data_base64\": \"";
                int from = text.indexOf(start) + start.length();
                String data = text.substring(from, text.indexOf('"', from));
                return text.replace(data, base64(decoded(data).replace(ORDER.toString(), orderId.toString())));
            }
            return text.replace(ORDER.toString(), orderId.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Incoming incoming(@Nullable String messageId) {
        return new Incoming(body(ORDER).getBytes(StandardCharsets.UTF_8), messageId, contentType, null, headers);
    }

    public Message message(@Nullable String messageId, UUID orderId) {
        return MessageBuilder.withBody(body(orderId).getBytes(StandardCharsets.UTF_8))
                .setMessageId(messageId)
                .setContentType(contentType)
                .copyHeaders(headers)
                .build();
    }

    private static String decoded(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}

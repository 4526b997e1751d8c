package bookstore.billing.delivery;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.camel.component.springrabbit.SpringRabbitMQConstants;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageProperties;

/**
 * A message in a table: its body as it came, its headers as JSON, the AMQP properties among them under Camel's names.
 * Texts, numbers and truth values come out as they went in; other values as texts.
 */
public final class StoredMessage {

    private static final ObjectMapper JSON = new ObjectMapper();

    private StoredMessage() {}

    /** PostgreSQL's text holds any character but NUL. */
    public static @Nullable String text(@Nullable String text) {
        return text == null ? null : text.replace("\0", "");
    }

    /** @return headers and properties as JSON */
    public static String headers(Message message) {
        MessageProperties properties = message.getMessageProperties();
        var all = new HashMap<String, Object>(properties.getHeaders());
        put(all, SpringRabbitMQConstants.MESSAGE_ID, properties.getMessageId());
        put(all, SpringRabbitMQConstants.CONTENT_TYPE, properties.getContentType());
        put(all, SpringRabbitMQConstants.CONTENT_ENCODING, properties.getContentEncoding());
        put(all, SpringRabbitMQConstants.CORRELATION_ID, properties.getCorrelationId());
        put(all, SpringRabbitMQConstants.REPLY_TO, properties.getReplyTo());
        put(all, SpringRabbitMQConstants.TYPE, properties.getType());
        put(all, SpringRabbitMQConstants.APP_ID, properties.getAppId());
        put(all, SpringRabbitMQConstants.PRIORITY, properties.getPriority());
        put(all, SpringRabbitMQConstants.TIMESTAMP, properties.getTimestamp());
        put(all, SpringRabbitMQConstants.EXPIRATION, properties.getExpiration());
        put(all, SpringRabbitMQConstants.USER_ID, properties.getReceivedUserId());
        return headers(all);
    }

    /** @return the headers as JSON */
    static String headers(Map<String, Object> headers) {
        Map<String, Object> readable = new TreeMap<>();
        headers.forEach((name, value) -> readable.put(text(name), readable(value)));
        try {
            return JSON.writeValueAsString(readable);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("texts and numbers make JSON", e);
        }
    }

    /** The message as it was, as far as the table tells. */
    public static Message message(String headers, byte[] body) {
        var properties = new MessageProperties();
        // none where none is told, and not Spring's default
        properties.setContentType(null);
        read(headers).forEach((name, value) -> {
            if (value != null && !set(properties, name, value)) {
                properties.setHeader(name, value);
            }
        });
        return new Message(body, properties);
    }

    private static Map<String, Object> read(String headers) {
        try {
            return JSON.readValue(headers, new TypeReference<>() {});
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("stored headers that are no JSON object", e);
        }
    }

    /** @return false where the name is a header's and none of a property */
    private static boolean set(MessageProperties properties, String name, Object value) {
        String text = value.toString();
        switch (name) {
            case SpringRabbitMQConstants.MESSAGE_ID -> properties.setMessageId(text);
            case SpringRabbitMQConstants.CONTENT_TYPE -> properties.setContentType(text);
            case SpringRabbitMQConstants.CONTENT_ENCODING -> properties.setContentEncoding(text);
            case SpringRabbitMQConstants.CORRELATION_ID -> properties.setCorrelationId(text);
            case SpringRabbitMQConstants.REPLY_TO -> properties.setReplyTo(text);
            case SpringRabbitMQConstants.TYPE -> properties.setType(text);
            case SpringRabbitMQConstants.APP_ID -> properties.setAppId(text);
            case SpringRabbitMQConstants.EXPIRATION -> properties.setExpiration(text);
            case SpringRabbitMQConstants.USER_ID -> properties.setReceivedUserId(text);
            case SpringRabbitMQConstants.PRIORITY -> {
                if (value instanceof Number number) {
                    properties.setPriority(number.intValue());
                }
            }
            case SpringRabbitMQConstants.TIMESTAMP -> properties.setTimestamp(date(text));
            default -> {
                return name.startsWith("Camel");
            }
        }
        return true;
    }

    private static @Nullable Date date(String text) {
        try {
            return Date.from(Instant.parse(text));
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static @Nullable Object readable(@Nullable Object value) {
        if (value instanceof Date date) {
            return date.toInstant().toString();
        }
        return value == null || value instanceof Number || value instanceof Boolean || value instanceof byte[]
                ? value
                : text(value.toString());
    }

    private static void put(Map<String, Object> headers, String name, @Nullable Object value) {
        if (value != null) {
            headers.put(name, value);
        }
    }
}

package bookstore.billing.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageDeliveryMode;

class EnvelopeTest {

    private static final String BODY = "{\"orderId\" : \"o-1\", \"amount\" : 149.90}";

    private final OutboxEvent event = new OutboxEvent(
            7,
            "8c1b0000-5d7a-0242-1f3e-08de2fd1c0aa",
            "InvoiceCreated",
            "o-1",
            BODY,
            Instant.parse("2026-12-01T10:00:00.123456Z"));

    @Test
    void eventsGoToTheExchangeOfTheirType() {
        assertThat(event.exchange()).isEqualTo("invoice-created");
    }

    @Test
    void withoutAnEnvelopeTheBodyIsTheEvent() {
        Message message = Envelope.NONE.message(event, "Any");

        assertThat(message.getBody()).isEqualTo(BODY.getBytes(UTF_8));
        assertThat(message.getMessageProperties().getContentType()).isEqualTo("application/json");
        assertThat(message.getMessageProperties().getMessageId()).isEqualTo(event.messageId());
        assertThat(message.getMessageProperties().getDeliveryMode()).isEqualTo(MessageDeliveryMode.PERSISTENT);
    }

    @Test
    void massTransitFindsIdTypeAndEventWhereItWritesThemItself() {
        Message message = Envelope.MASSTRANSIT.message(event, "Bookstore.Billing.Contracts");

        assertThat(new String(message.getBody(), UTF_8))
                .isEqualTo("{\"messageId\":\"8c1b0000-5d7a-0242-1f3e-08de2fd1c0aa\","
                        + "\"messageType\":[\"urn:message:Bookstore.Billing.Contracts:InvoiceCreated\"],"
                        + "\"message\":{\"orderId\" : \"o-1\", \"amount\" : 149.90},"
                        + "\"sentTime\":\"2026-12-01T10:00:00.123456Z\",\"headers\":{}}");
        assertThat(message.getMessageProperties().getContentType()).isEqualTo("application/vnd.masstransit+json");
        assertThat(message.getMessageProperties().getMessageId()).isEqualTo(event.messageId());
        assertThat(message.getBody())
                .isEqualTo(Envelope.MASSTRANSIT
                        .message(event, "Bookstore.Billing.Contracts")
                        .getBody());
    }
}

package bookstore.billing.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import bookstore.billing.delivery.RefusedMessageException;
import bookstore.billing.message.Incoming;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What {@code src/docs/messages.md} says of refusals and limits is what a sender finds in a dead letter. */
class MessagesPageTest {

    private static final String ORDER = "{\"orderId\":\"" + Sample.ORDER + "\",\"total\":5,\"currency\":\"EUR\"}";

    private final OrderReader orders = new OrderReader();

    @Test
    void everyRefusalStandsOnThePageWordForWord() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("src/docs/messages.md"));

        assertThat(Stream.of(
                                incoming(null, null, null, ORDER),
                                incoming("\0", null, null, ORDER),
                                incoming(
                                        null,
                                        null,
                                        null,
                                        "{\"messageType\":[],\"messageId\":\"" + "x".repeat(1025) + "\",\"message\":"
                                                + ORDER + "}"),
                                incoming("m", null, null, " ".repeat((1 << 20) + 1)),
                                incoming("m", null, "gzip", ORDER),
                                incoming("m", "a;charset=x", null, ORDER),
                                new Incoming(new byte[] {(byte) 0xFF}, "m", null, null, Map.of()),
                                incoming("m", null, null, "<order/>"),
                                incoming("m", null, null, "[".repeat(51)),
                                incoming("m", null, null, "1e99999999999"),
                                incoming("m", "application/vnd.masstransit+json", null, "{}"),
                                incoming("m", "application/cloudevents+json", null, "[]"),
                                incoming("m", "application/cloudevents+json", null, "{}"),
                                incoming(
                                        "m",
                                        null,
                                        null,
                                        "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"s\",\"type\":\"t\"}"),
                                incoming("m", null, null, "[]"),
                                incoming("m", null, null, ORDER.replace(Sample.ORDER.toString(), "")),
                                incoming("m", null, null, ORDER.replace(":5", ":true")),
                                incoming("m", null, null, ORDER.replace(":5", ":0")),
                                incoming("m", null, null, ORDER.replace(":5", ":1e15")),
                                incoming("m", null, null, ORDER.replace(":5", ":0.001")),
                                incoming("m", null, null, ORDER.replace("\"EUR\"", "978")),
                                incoming("m", null, null, ORDER.replace("EUR", "XXX")))
                        .map(this::refusal))
                .doesNotHaveDuplicates()
                .allSatisfy(text -> assertThat(lines).anyMatch(line -> line.endsWith("| " + text + " |")));
    }

    private String refusal(Incoming message) {
        return catchThrowableOfType(RefusedMessageException.class, () -> orders.read(message))
                .getMessage()
                .replaceAll("line \\d+, column \\d+", "line 1, column 1");
    }

    private static Incoming incoming(
            @Nullable String messageId, @Nullable String contentType, @Nullable String encoding, String body) {
        return new Incoming(body.getBytes(StandardCharsets.UTF_8), messageId, contentType, encoding, Map.of());
    }
}

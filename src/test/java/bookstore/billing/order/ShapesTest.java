package bookstore.billing.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bookstore.billing.delivery.Reason;
import bookstore.billing.delivery.RefusedMessageException;
import bookstore.billing.message.Incoming;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Whatever an order is wrapped in, it is the same order; and the envelope's own fields are never the order's. */
@ExtendWith(OutputCaptureExtension.class)
class ShapesTest {

    private static final String ORDER = "{\"orderId\":\"" + Sample.ORDER + "\",\"total\":149.90,\"currency\":\"TRY\"}";

    private final OrderReader orders = new OrderReader();

    @ParameterizedTest
    @EnumSource
    void everyShapeSaysTheSameOrder(Sample sample) {
        OrderMessage read = orders.read(sample.incoming("m"));

        assertThat(read)
                .isEqualTo(new OrderMessage(
                        "m", new OrderPlaced(Sample.ORDER, new Money(new BigDecimal("149.90"), "TRY"))));
        assertThat(read.order().fingerprint()).isEqualTo("order " + Sample.ORDER + " 149.90 TRY");
    }

    @ParameterizedTest
    @EnumSource
    void envelopesOwnIdIsTheKeyWhereThePropertyIsAbsentOrBlank(Sample sample) {
        for (String absent : new String[] {null, "", "   "}) {
            if (sample.ownKey() == null) {
                assertRefused(Reason.MISSING_MESSAGE_ID, sample.incoming(absent));
            } else {
                assertThat(orders.read(sample.incoming(absent)).id()).isEqualTo(sample.ownKey());
            }
        }
    }

    @Test
    void differenceBetweenThePropertyAndTheEnvelopesIdIsToldInOneLine(CapturedOutput output) {
        orders.read(Sample.MASS_TRANSIT.incoming("other\r\n2026 ERROR forged"));
        orders.read(Sample.CLOUD_EVENT.incoming("other"));

        assertThat(output.toString().lines().filter(line -> line.contains("differs from the id")))
                .hasSize(2)
                .anySatisfy(line -> assertThat(line)
                        .contains("other 2026 ERROR forged")
                        .contains(Sample.MASS_TRANSIT.ownKey())
                        .contains("WARN"));
        assertThat(output.toString().lines()).noneMatch(line -> line.startsWith("2026 ERROR"));
    }

    @Test
    void propertyThatRepeatsTheEnvelopesIdIsNoDifference(CapturedOutput output) {
        orders.read(Sample.MASS_TRANSIT.incoming(Sample.MASS_TRANSIT.ownKey()));
        orders.read(Sample.CLOUD_EVENT.incoming("4c7e6b2a"));
        orders.read(Sample.CLOUD_EVENT_BINARY_CE.incoming(Sample.CLOUD_EVENT_BINARY_CE.ownKey()));
        orders.read(Sample.RAW.incoming("m"));

        assertThat(output.toString()).doesNotContain("differs");
    }

    @Test
    void sourceAndIdNameAnEventOnlyTogether() {
        assertThat(eventKey("a", "b:c")).isNotEqualTo(eventKey("a:b", "c"));
        assertThat(eventKey("a", "b c")).isNotEqualTo(eventKey("a%20b", "c"));
        assertThat(eventKey("x/1:a", "b")).isNotEqualTo(eventKey("x/1", "a:b"));
        assertThat(eventKey("a", "1")).isNotEqualTo(eventKey("b", "1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // the outer total of a MassTransit envelope, labelled or not
                "{'messageType':['urn:message:A:B'],'total':1,'orderId':'o','currency':'EUR','message':ORDER}",
                "{'MessageType':[],'Total':1,'Message':ORDER}",
                // of a CloudEvent, as an extension with a name that none may have
                "{'specversion':'1.0','id':'1','source':'s','type':'t','total':1.00,'Total':2,'data':ORDER}",
                "{'specversion':'1.0','id':'1','source':'s','type':'t','orderId':null,'currency':{},'data':ORDER}",
                // what billing does not read may be wrong
                "{'specversion':'1.0','id':'1','source':'s','type':'t','time':'yesterday','data':ORDER}",
                "{'specversion':'1.0','id':'1','source':'s','type':'t','datacontenttype':'application/vnd.acme.order+json','data':ORDER}",
            })
    void totalIsNeverReadFromTheEnvelope(String envelope) {
        assertThat(read(null, envelope).order().total()).isEqualTo(new Money(new BigDecimal("149.90"), "TRY"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "application/vnd.masstransit+json|ORDER",
                "application/vnd.masstransit+json|{'message':[ORDER],'total':1}",
                "application/vnd.masstransit+json|{'message':ORDER,'Message':{}}",
                "application/vnd.masstransit+json|[]",
                "application/vnd.masstransit+xml|<message/>",
                "application/cloudevents+json|ORDER",
                "application/cloudevents+json|[]",
                "application/cloudevents-batch+json|[{'specversion':'1.0','data':ORDER}]",
                "|{'specversion':'1.0','id':'1','source':'s','type':'t','orderId':'6b1a1f0e-6f59-4b7e-8f1c-0d6e2f6b9a11','total':1,'currency':'EUR'}",
                "|{'specversion':'1.0','id':'1','source':'s','type':'t','data':null}",
                "|{'specversion':'1.0','id':'1','source':'s','type':'t','data':ORDER,'data_base64':'e30='}",
                "|{'specversion':'1.0','id':'1','source':'s','type':'t','data_base64':'/w=='}",
                "|{'specversion':'1.0','id':'1','source':'s','type':'t','data_base64':'!'}",
                "|{'specversion':'1.0','id':'1','source':'s','type':'t','data_base64':7}",
                "|{'specversion':'1.0','id':'1','source':'s','type':'t','data':'<order/>'}",
                "|{'specversion':'1.0','id':'1','source':'s','type':'t','data':[ORDER]}",
                "|{'specversion':'0.3','id':'1','source':'s','type':'t','data':ORDER}",
                "|{'specversion':1.0,'id':'1','source':'s','type':'t','data':ORDER}",
                "|{'specversion':'1.0','source':'s','type':'t','data':ORDER}",
                "|{'specversion':'1.0','id':'','source':'s','type':'t','data':ORDER}",
                "|{'specversion':'1.0','id':'1','source':'','type':'t','data':ORDER}",
                "|{'specversion':'1.0','id':'1','source':'a b','type':'t','data':ORDER}",
                "|{'specversion':'1.0','id':'1','source':'s','data':ORDER}",
                "|{'specversion':'1.0','id':'1','source':'s','type':'t','data':{'orderId':'6b1a1f0e-6f59-4b7e-8f1c-0d6e2f6b9a11'}}",
            })
    void envelopeWithoutAnOrderInItsPlaceIsRefused(@Nullable String contentType, String body) {
        assertRefused(Reason.INVALID_MESSAGE, incoming("m", contentType, null, json(body)));
    }

    @Test
    void semicolonsInAContentTypeCostNoTime() {
        String evil = "application/json" + ";".repeat(50_000) + "\\nx";
        assertThat(read(
                                null,
                                "{'specversion':'1.0','id':'1','source':'s','type':'t','datacontenttype':'" + evil
                                        + "','data':ORDER}")
                        .order()
                        .orderId())
                .isEqualTo(Sample.ORDER);
        orders.read(incoming("m", evil, null, ORDER));
    }

    @Test
    void binaryEventWithoutItsAttributesIsRefused() {
        for (String missing : new String[] {"ce-id", "ce-source", "ce-type"}) {
            var headers = new HashMap<>(Sample.CLOUD_EVENT_BINARY_CE.headers());
            headers.remove(missing);
            assertRefused(Reason.INVALID_MESSAGE, binary(headers));
            headers.put(missing, new byte[] {1});
            assertRefused(Reason.INVALID_MESSAGE, binary(headers));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "gzip,application/json",
        "deflate,application/json",
        "br,",
        "GZIP,",
        ",application/json; charset=iso-8859-9",
        ",text/plain;CharSet=\"utf-16\"",
        ",application/json;charset=",
        "latin1,application/json"
    })
    void bodyThatSaysItIsCompressedOrNotUtf8IsRefused(@Nullable String encoding, @Nullable String contentType) {
        assertRefused(Reason.INVALID_MESSAGE, incoming("m", contentType, encoding, ORDER));
    }

    @ParameterizedTest
    @CsvSource({
        "utf-8,application/json",
        "UTF-8,application/json; charset=utf-8",
        "identity,app",
        "IDENTITY,application/json;charset=\"UTF-8\"",
        ",text/html; charset=us-ascii"
    })
    void bodyThatSaysItIsUtf8IsRead(@Nullable String encoding, String contentType) {
        assertThat(orders.read(incoming("m", contentType, encoding, "\uFEFF" + ORDER))
                        .order()
                        .orderId())
                .isEqualTo(Sample.ORDER);
    }

    @Test
    void idsByWhichCopiesCouldNotBeToldAreRefused() {
        assertRefused(Reason.INVALID_MESSAGE, incoming("a\0b", null, null, ORDER));
        assertRefused(Reason.INVALID_MESSAGE, incoming("a\uFFFD", null, null, ORDER));
        assertRefused(Reason.INVALID_MESSAGE, massTransit("\\ud800"));
        assertRefused(Reason.INVALID_MESSAGE, massTransit("\\u0000"));
        assertRefused(Reason.INVALID_MESSAGE, massTransit("x".repeat(1025)));
        assertRefused(Reason.MISSING_MESSAGE_ID, massTransit("  "));
        assertThat(orders.read(massTransit("x".repeat(1024))).id()).hasSize(1024);
        assertThat(orders.read(massTransit("\\ud83d\\ude00")).id()).isEqualTo("😀");
    }

    @Test
    void refusalNeverQuotesTheMessage() {
        for (String secret : new String[] {"s3cret", "{\"s3cret\":1,\"s3cret\":2}", "{\"currency\":\"s3cret\"}"}) {
            assertThatThrownBy(() -> orders.read(incoming("m", null, null, secret)))
                    .isInstanceOf(RefusedMessageException.class)
                    .hasMessageNotContaining("s3cret");
        }
    }

    private OrderMessage read(@Nullable String contentType, String body) {
        return orders.read(incoming("m", contentType, null, json(body)));
    }

    private String eventKey(String source, String id) {
        return orders.read(incoming(
                        null,
                        null,
                        null,
                        json("{'specversion':'1.0','id':'" + id + "','source':'" + source
                                + "','type':'t','data':ORDER}")))
                .id();
    }

    private static Incoming massTransit(String messageId) {
        return incoming(
                null, null, null, json("{'messageId':'" + messageId + "','messageType':['urn'],'message':ORDER}"));
    }

    private static Incoming binary(Map<String, Object> headers) {
        return new Incoming(ORDER.getBytes(StandardCharsets.UTF_8), "m", null, null, headers);
    }

    private static Incoming incoming(
            @Nullable String messageId, @Nullable String contentType, @Nullable String encoding, String body) {
        return new Incoming(body.getBytes(StandardCharsets.UTF_8), messageId, contentType, encoding, Map.of());
    }

    private static String json(String text) {
        return text.replace('\'', '"').replace("ORDER", ORDER);
    }

    private void assertRefused(Reason reason, Incoming message) {
        assertThatThrownBy(() -> orders.read(message))
                .isInstanceOfSatisfying(RefusedMessageException.class, refused -> assertThat(refused.reason())
                        .isEqualTo(reason));
    }
}

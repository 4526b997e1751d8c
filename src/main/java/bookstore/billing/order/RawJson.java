package bookstore.billing.order;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** No envelope: the body is the order. */
final class RawJson implements Shape {

    @Override
    public Content open(Incoming message, JsonNode body) {
        return new Content(body, List.of());
    }
}

package bookstore.billing.message;

import bookstore.billing.delivery.RefusedMessageException;
import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** One of the ways in which publishers wrap what they say. */
interface Shape {

    /**
     * @return null where the message is not of this shape
     * @throws RefusedMessageException where it is, but wrongly made
     */
    @Nullable
    Content open(Incoming message, JsonNode body);
}

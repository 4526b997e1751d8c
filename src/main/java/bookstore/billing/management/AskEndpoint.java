package bookstore.billing.management;

import bookstore.billing.inquiry.Inquiry;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.lang.Nullable;

/** {@code GET ask?messageId=} or {@code GET ask?order=}: all that is known of it. */
@WebEndpoint(id = "ask")
public final class AskEndpoint {

    private final Inquiry inquiry;

    public AskEndpoint(Inquiry inquiry) {
        this.inquiry = inquiry;
    }

    @ReadOperation
    public WebEndpointResponse<Object> ask(@Nullable String messageId, @Nullable String order) {
        return WebReply.of(() -> {
            if (messageId == null == (order == null)) {
                throw new IllegalArgumentException("ask with messageId or with order");
            }
            return order == null ? inquiry.aboutMessage(messageId) : inquiry.aboutOrder(Texts.order(order));
        });
    }
}

package bookstore.billing.management;

import java.security.Principal;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.lang.Nullable;

/**
 * {@code GET deadletters} lists, {@code GET deadletters/plan} says what a replay would do, {@code POST
 * deadletters/replay} and {@code POST deadletters/discard} act, with the same choice as a JSON object.
 */
@WebEndpoint(id = "deadletters")
public final class DeadLettersEndpoint {

    private static final double USUAL_RATE = 50;

    private final DeadLetterDesk desk;

    public DeadLettersEndpoint(DeadLetterDesk desk) {
        this.desk = desk;
    }

    @ReadOperation
    public WebEndpointResponse<Object> list(
            @Nullable String queue,
            @Nullable Boolean expired,
            @Nullable String reason,
            @Nullable String messageId,
            @Nullable String order,
            @Nullable String olderThan,
            @Nullable String newerThan) {
        return WebReply.of(
                () -> desk.list(Choice.of(queue, isTrue(expired), reason, messageId, order, olderThan, newerThan)));
    }

    @ReadOperation
    public WebEndpointResponse<Object> look(
            @Selector String what,
            @Nullable String queue,
            @Nullable Boolean expired,
            @Nullable String reason,
            @Nullable String messageId,
            @Nullable String order,
            @Nullable String olderThan,
            @Nullable String newerThan) {
        if (!what.equals("plan")) {
            return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
        }
        return WebReply.of(
                () -> desk.plan(Choice.of(queue, isTrue(expired), reason, messageId, order, olderThan, newerThan)));
    }

    @WriteOperation
    public WebEndpointResponse<Object> act(
            SecurityContext login,
            @Selector String action,
            @Nullable String queue,
            @Nullable Boolean expired,
            @Nullable String reason,
            @Nullable String messageId,
            @Nullable String order,
            @Nullable String olderThan,
            @Nullable String newerThan,
            @Nullable Integer limit,
            @Nullable Double perSecond,
            @Nullable String why) {
        int most = limit == null ? Integer.MAX_VALUE : limit;
        String user = name(login.getPrincipal());
        return switch (action) {
            case "replay" ->
                WebReply.ofReplay(() -> desk.replay(
                        Choice.of(queue, isTrue(expired), reason, messageId, order, olderThan, newerThan),
                        most,
                        perSecond == null ? USUAL_RATE : perSecond,
                        user));
            case "discard" ->
                WebReply.of(() -> desk.discard(
                        Choice.of(queue, isTrue(expired), reason, messageId, order, olderThan, newerThan),
                        most,
                        why,
                        user));
            default -> new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
        };
    }

    private static boolean isTrue(@Nullable Boolean value) {
        return value != null && value;
    }

    private static String name(@Nullable Principal principal) {
        return principal == null ? "" : principal.getName();
    }
}

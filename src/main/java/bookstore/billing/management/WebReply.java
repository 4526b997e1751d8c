package bookstore.billing.management;

import bookstore.billing.delivery.FailedServer;
import bookstore.billing.delivery.OneLine;
import bookstore.billing.payment.LedgerFailedException;
import bookstore.billing.replay.LettersHeldException;
import bookstore.billing.replay.NoDeadLettersException;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.amqp.AmqpException;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** Answers in HTTP's words; what went wrong is one line, without a trace. */
final class WebReply {

    private static final int CONFLICT = 409;
    private static final int UNAVAILABLE = 503;

    private WebReply() {}

    static WebEndpointResponse<Object> of(Supplier<Object> work) {
        return answer(() -> new WebEndpointResponse<>(work.get()));
    }

    /** What was done is told also where a server has ended it; the status says that one has. */
    static WebEndpointResponse<Object> ofReplay(Supplier<Replayed> work) {
        return answer(() -> {
            Replayed replayed = work.get();
            return new WebEndpointResponse<>(
                    replayed.results(), replayed.failed() ? UNAVAILABLE : WebEndpointResponse.STATUS_OK);
        });
    }

    private static WebEndpointResponse<Object> answer(Supplier<WebEndpointResponse<Object>> work) {
        try {
            return work.get();
        } catch (IllegalArgumentException e) {
            return failure(WebEndpointResponse.STATUS_BAD_REQUEST, e);
        } catch (NoDeadLettersException e) {
            return failure(WebEndpointResponse.STATUS_NOT_FOUND, e);
        } catch (LettersHeldException e) {
            return failure(CONFLICT, e);
        } catch (LedgerFailedException | AmqpException | DataAccessException | TransactionException e) {
            return failure(UNAVAILABLE, e);
        }
    }

    static WebEndpointResponse<Object> wrong(String text) {
        return new WebEndpointResponse<>(Map.of("error", OneLine.of(text)), WebEndpointResponse.STATUS_BAD_REQUEST);
    }

    static WebEndpointResponse<Object> busy(String text) {
        return new WebEndpointResponse<>(Map.of("error", text), CONFLICT);
    }

    private static WebEndpointResponse<Object> failure(int status, Exception failure) {
        return new WebEndpointResponse<>(Map.of("error", FailedServer.line(failure)), status);
    }
}

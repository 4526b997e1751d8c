package bookstore.billing.management;

import bookstore.billing.delivery.FailedServer;
import bookstore.billing.payment.LedgerFailedException;
import bookstore.billing.replay.LettersHeldException;
import bookstore.billing.replay.NoDeadLettersException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.function.Supplier;
import org.springframework.amqp.AmqpException;
import org.springframework.dao.DataAccessException;

/** Results as JMX can carry them to any console: JSON in a text, and failures as the JDK's own exceptions. */
final class OperatorJson {

    private static final JsonMapper JSON = JsonMapper.builder()
            .findAndAddModules()
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    private OperatorJson() {}

    /** @throws IllegalStateException in one line, where the work could not be done; a console has no classes of ours */
    static String of(Supplier<?> work) {
        try {
            return JSON.writeValueAsString(work.get());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("what operators see makes JSON", e);
        } catch (LettersHeldException
                | NoDeadLettersException
                | LedgerFailedException
                | AmqpException
                | DataAccessException e) {
            throw new IllegalStateException(FailedServer.line(e));
        }
    }
}

package bookstore.billing.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.AmqpConnectException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;

class FailedServerTest {

    private final ConnectException refused = new ConnectException("Connection refused");

    @Test
    void sameTextOfTwoServersIsToldApart() {
        assertThat(FailedServer.line(new CannotGetJdbcConnectionException("", new SQLException("", "08001", refused))))
                .isEqualTo("the database: Connection refused");
        assertThat(FailedServer.line(new AmqpConnectException(refused))).isEqualTo("the broker: Connection refused");
    }

    @Test
    void tablesThatAreMissingAreMadeByTheApplication() {
        var missing = new SQLException("relation \"invoice\" does not exist", "42P01");

        assertThat(FailedServer.line(missing)).contains("the application makes", "\"invoice\" does not exist");
    }
}

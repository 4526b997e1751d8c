package bookstore.billing.mail;

import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Where mails go, and how.
 *
 * @param protocol {@code smtp} or {@code smtps}
 * @param host null where nobody has named one
 * @param port below 0 for the protocol's own
 * @param username null where the server asks for no login
 * @param properties of Jakarta Mail, such as {@code mail.smtp.starttls.required}
 * @param timeout the limit of the connecting, and of each answer
 */
public record MailServer(
        String protocol,
        @Nullable String host,
        int port,
        @Nullable String username,
        @Nullable String password,
        Map<String, String> properties,
        Duration timeout) {

    public MailServer {
        properties = Map.copyOf(properties);
    }

    Session session() {
        var all = new Properties();
        String millis = Long.toString(timeout.toMillis());
        String prefix = "mail." + protocol + ".";
        all.setProperty(prefix + "connectiontimeout", millis);
        all.setProperty(prefix + "timeout", millis);
        all.setProperty(prefix + "writetimeout", millis);
        all.putAll(properties);
        return Session.getInstance(all);
    }

    /** Greeted, encrypted and logged in, as far as the settings ask for it. */
    Transport connect(Session session) throws MessagingException {
        if (host == null) {
            throw new MessagingException("SPRING_MAIL_HOST names no server");
        }
        Transport transport = session.getTransport(protocol);
        transport.connect(host, port, username, password);
        return transport;
    }
}

package bookstore.billing.mail;

import bookstore.billing.delivery.OneLine;
import bookstore.billing.delivery.Outages;
import bookstore.billing.delivery.Server;
import bookstore.billing.delivery.ServerAwayException;
import bookstore.billing.delivery.ServerFailedException;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.mail.MessagingException;
import jakarta.mail.Transport;
import jakarta.mail.internet.MimeMessage;
import java.util.Date;
import org.apache.camel.Exchange;
import org.apache.camel.component.mail.DefaultJavaMailSender;
import org.apache.camel.support.SynchronizationAdapter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One consumer's way to the mail server, for Camel's mail component ({@code javaMailSender}) and for steps of its route.
 *
 * <p>Camel's own sender connects when it sends. Here a step of its own connects first, so that a server that is away is
 * found out before anything is decided that cannot be taken back: an inbox row that is committed before its mail is sent.
 */
public final class ConsumerMail extends DefaultJavaMailSender {

    private static final Logger LOG = LoggerFactory.getLogger(ConsumerMail.class);

    private final String consumer;
    private final MailServer server;
    private final Outages outages;
    private final MeterRegistry meters;

    /** A message is handled by one thread from the first step to the last; Camel does not tell a sender for which one it sends. */
    private final ThreadLocal<@Nullable Transport> connected = new ThreadLocal<>();

    /** @param consumer the name of its inbox */
    public ConsumerMail(String consumer, MailServer server, Outages outages, MeterRegistry meters) {
        this.consumer = consumer;
        this.server = server;
        this.outages = outages;
        this.meters = meters;
        setSession(server.session());
    }

    /**
     * The connection stays open until the exchange is done.
     *
     * @throws ServerAwayException where the server is known to be away: one that takes connections and refuses every mail would
     *     cost as many mails as come before the route pauses
     * @throws MailFailedException where it is found to be away, or refuses the login
     */
    public void connect(Exchange exchange) {
        if (!outages.mayBeTried(Server.MAIL_SERVER)) {
            throw new ServerAwayException(Server.MAIL_SERVER);
        }
        try {
            Transport transport = server.connect(getSession());
            connected.set(transport);
            exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
                @Override
                public void onDone(Exchange done) {
                    connected.remove();
                    close(transport);
                }
            });
        } catch (MessagingException e) {
            throw MailFailedException.atConnecting(e);
        }
    }

    /** By Camel's mail component; one try, on the connection that {@link #connect} has opened. */
    @Override
    public void send(MimeMessage mail) throws MessagingException {
        Transport transport = connected.get();
        if (transport == null) {
            throw new IllegalStateException(
                    "the step that connects to the mail server comes before the one that sends");
        }
        if (mail.getSentDate() == null) {
            mail.setSentDate(new Date());
        }
        // saving makes a new one, and a mail that is sent twice shall have one
        String id = mail.getMessageID();
        mail.saveChanges();
        if (id != null) {
            mail.setHeader("Message-ID", id);
        }
        try {
            transport.sendMessage(mail, mail.getAllRecipients());
        } catch (MessagingException e) {
            throw MailFailedException.atSending(mail.getSubject(), e);
        }
        outages.worked(Server.MAIL_SERVER);
        count(MailOutcome.SENT);
    }

    /**
     * The step of a route that gives a mail up whose message counts as processed already. Where mail after mail is lost, the
     * server counts as away, and no more are taken to be lost.
     */
    public void lost(Exchange exchange) {
        Throwable failure = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class);
        count(MailOutcome.LOST);
        LOG.warn(
                "{}: the mail of message {} is lost, and is not tried again: {}",
                consumer,
                OneLine.of(exchange.getVariable("messageId", String.class)),
                OneLine.ofRootCause(failure));
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ServerFailedException server) {
                outages.failed(server);
                return;
            }
        }
    }

    /** The step of a route for a copy whose first delivery may have ended before its mail was sent. */
    public void unknown(Exchange exchange) {
        count(MailOutcome.UNKNOWN);
        LOG.warn(
                "{}: whether the mail of message {} was sent is not known, and it is not sent again",
                consumer,
                OneLine.of(exchange.getVariable("messageId", String.class)));
    }

    private void count(MailOutcome outcome) {
        meters.counter("billing.mails", "consumer", consumer, "outcome", outcome.word())
                .increment();
    }

    /** The mail has been taken, or has failed: how the goodbye ends changes neither. */
    private static void close(Transport transport) {
        try {
            transport.close();
        } catch (MessagingException e) {
            LOG.debug("the mail server's connection ended without a goodbye: {}", OneLine.ofRootCause(e));
        }
    }
}

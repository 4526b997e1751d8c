package bookstore.billing.mail;

import bookstore.billing.delivery.OneLine;
import bookstore.billing.delivery.Server;
import bookstore.billing.delivery.ServerFailedException;
import jakarta.mail.MessagingException;

/** The mail server could not be spoken to, or did not take a mail. */
public final class MailFailedException extends ServerFailedException {

    private static final long serialVersionUID = 1L;

    private final boolean connecting;

    private MailFailedException(String subject, boolean connecting, String text, MessagingException cause) {
        super(Server.MAIL_SERVER, subject, null, text + ": " + OneLine.ofRootCause(cause), cause);
        this.connecting = connecting;
    }

    /** Before anything was sent; no mail can be the reason. */
    static MailFailedException atConnecting(MessagingException cause) {
        return new MailFailedException("connection", true, "no connection to the mail server", cause);
    }

    /**
     * One mail may be refused for a reason of its own.
     *
     * @param subject the mail's, by which it is told from others
     */
    static MailFailedException atSending(String subject, MessagingException cause) {
        return new MailFailedException(subject, false, "the mail server did not take a mail", cause);
    }

    @Override
    protected boolean provesOutage() {
        return connecting;
    }
}

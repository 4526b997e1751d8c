package bookstore.billing.dev;

import com.icegreen.greenmail.configuration.GreenMailConfiguration;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** A mail server in this JVM (GreenMail), which takes every mail by SMTP and shows what it has by IMAP. */
public final class Mailbox implements AutoCloseable {

    /** The setting by which an invoice that is made meanwhile leads to no mail. */
    public static final String NO_EVENTS_BUT_THE_TESTS = "billing.outbox.relay=false";

    public static final String OWNER = "orders@bookstore.example";
    private static final String SENDER = "billing@bookstore.example";

    private final GreenMail server;

    private Mailbox(GreenMail server) {
        this.server = server;
    }

    /** On free ports of 127.0.0.1. */
    public static Mailbox open() {
        var server = new GreenMail(new ServerSetup[] {
            new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP),
            new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_IMAP)
        });
        server.withConfiguration(GreenMailConfiguration.aConfig().withDisabledAuthentication());
        server.start();
        return new Mailbox(server);
    }

    public int smtpPort() {
        return server.getSmtp().getPort();
    }

    public int imapPort() {
        return server.getImap().getPort();
    }

    /** What sends an instance's mails here, or to whatever stands in front of it. */
    public static String[] settings(int smtpPort) {
        return new String[] {
            "spring.mail.host=127.0.0.1",
            "spring.mail.port=" + smtpPort,
            "billing.mail.from=" + SENDER,
            "billing.mail.to=" + OWNER
        };
    }

    public List<MimeMessage> mails() {
        return List.of(server.getReceivedMessages());
    }

    public List<String> subjects() {
        return mails().stream().map(Mailbox::subject).toList();
    }

    /** How many mails speak of it in their subject. */
    public long about(UUID id) {
        return subjects().stream()
                .filter(subject -> subject.contains(id.toString()))
                .count();
    }

    public List<String> texts() {
        return mails().stream().map(Mailbox::text).toList();
    }

    private static String subject(MimeMessage mail) {
        try {
            return mail.getSubject();
        } catch (MessagingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String text(MimeMessage mail) {
        try {
            return mail.getContent().toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (MessagingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The values of a header, over all mails. */
    public List<String> headers(String name) {
        return mails().stream()
                .flatMap(mail -> {
                    try {
                        String[] values = mail.getHeader(name);
                        return values == null ? Stream.empty() : Stream.of(values);
                    } catch (MessagingException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .toList();
    }

    public void empty() {
        try {
            server.purgeEmailFromAllMailboxes();
        } catch (com.icegreen.greenmail.store.FolderException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.stop();
    }
}

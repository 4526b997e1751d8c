package bookstore.billing.operate;

import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;

/**
 * Mails are the one thing that the application starts without: their routes stay stopped then, and their messages wait. Where
 * a mail server is named, though, what it needs besides is asked for at once.
 */
final class MailSettings {

    /** The property by which the mail routes know whether they start. */
    static final String CONFIGURED = "billing.mail.configured";

    private MailSettings() {}

    /** @return whether a mail server is named */
    static boolean check(Binder settings) {
        String delivery = text(settings, "billing.mail.delivery");
        if (delivery != null && !MailDelivery.words().contains(delivery)) {
            throw new StartRefusedException(
                    "billing.mail.delivery=" + delivery + ": it is one of " + String.join(", ", MailDelivery.words()));
        }
        if (text(settings, "spring.mail.host") == null) {
            return false;
        }
        requireAddress(settings, "billing.mail.from", "BILLING_MAIL_FROM");
        requireAddress(settings, "billing.mail.to", "BILLING_MAIL_TO");
        return true;
    }

    /** One, and nothing behind it: a line break in a setting would begin a header of its own. */
    private static void requireAddress(Binder settings, String name, String variable) {
        String address = text(settings, name);
        if (address == null) {
            throw new StartRefusedException(
                    "set " + variable
                            + ", since SPRING_MAIL_HOST names a mail server (without one no mails are sent, and nothing else changes)");
        }
        try {
            var read = new InternetAddress(address, true);
            if (address.chars().anyMatch(Character::isISOControl) || read.isGroup()) {
                throw new AddressException();
            }
        } catch (AddressException e) {
            throw new StartRefusedException(name + " is not one mail address");
        }
    }

    private static @Nullable String text(Binder settings, String name) {
        String value = settings.bind(name, Bindable.of(String.class)).orElse("").strip();
        return value.isEmpty() ? null : value;
    }
}

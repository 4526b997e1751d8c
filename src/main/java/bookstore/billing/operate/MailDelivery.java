package bookstore.billing.operate;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What becomes of a mail whose sending is interrupted: the setting {@code billing.mail.delivery}, by which the mail routes go. */
public enum MailDelivery {
    /** It may be lost, and is never sent twice. */
    AT_MOST_ONCE,
    /** It may be sent twice, and is never lost; a mail is sent inside a transaction, and holds its connection. */
    AT_LEAST_ONCE;

    /** The values of the setting, exactly as they stand in the names of the routes. */
    static List<String> words() {
        return Arrays.stream(values())
                .map(delivery -> delivery.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
    }
}

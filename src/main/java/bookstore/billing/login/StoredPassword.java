package bookstore.billing.login;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A password as it stands in the settings; a mistake in it is found at the start and not at the first login. */
final class StoredPassword {

    private static final Pattern PREFIX = Pattern.compile("\\{([^{}]*)}(.*)", Pattern.DOTALL);

    private static final Pattern BCRYPT = Pattern.compile("\\$2[aby]?\\$[0-9]{2}\\$[./0-9A-Za-z]{53}");

    private StoredPassword() {}

    /**
     * @return the password with its prefix
     * @throws IllegalArgumentException where no login could ever match it
     */
    static String of(String setting) {
        Matcher prefixed = PREFIX.matcher(setting);
        if (!prefixed.matches()) {
            return "{noop}" + setting;
        }
        switch (prefixed.group(1)) {
            case "noop" -> {
                if (prefixed.group(2).isEmpty()) {
                    throw new IllegalArgumentException("a password is empty");
                }
            }
            case "bcrypt" -> {
                if (!BCRYPT.matcher(prefixed.group(2)).matches()) {
                    throw new IllegalArgumentException("a password marked {bcrypt} is no bcrypt hash");
                }
            }
            default ->
                throw new IllegalArgumentException(
                        "a password starts with neither {bcrypt} nor {noop}, but with another word in braces");
        }
        return setting;
    }
}

package bookstore.billing.login;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * One login, as the settings have it.
 *
 * @param name what to log in with, and what the record of an action says
 * @param password as it is, or with what it is encoded by in front: <code>{bcrypt}$2a$...</code>, <code>{noop}...</code>
 */
public record Operator(String name, String password, @DefaultValue("viewer") Role role) {

    /** @throws IllegalArgumentException where name or password is missing or cannot be used, without telling it */
    public Operator {
        if (isBlank(name)) {
            throw new IllegalArgumentException("a name is missing");
        }
        if (name.indexOf(':') >= 0) {
            throw new IllegalArgumentException("a name with a colon cannot log in by HTTP Basic");
        }
        if (isBlank(password)) {
            throw new IllegalArgumentException("a password is missing");
        }
        password = StoredPassword.of(password);
    }

    private static boolean isBlank(@Nullable String text) {
        return text == null || text.isBlank();
    }

    /** Without the password: settings are told in logs. */
    @Override
    public String toString() {
        return name + " (" + role + ")";
    }
}

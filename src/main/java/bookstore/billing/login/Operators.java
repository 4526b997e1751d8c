package bookstore.billing.login;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

/** Everybody who can log in. */
public final class Operators {

    private static final Logger LOG = LoggerFactory.getLogger(Operators.class);

    private static final int RANDOM_BYTES = 18;

    private Operators() {}

    /**
     * Those of the settings; without any, one {@code operator} whose password is made here, told in the log once and
     * good until the next start.
     *
     * @throws IllegalArgumentException where a name is there twice
     */
    public static UserDetailsService of(List<Operator> configured) {
        List<Operator> operators = configured.isEmpty() ? List.of(madeUp()) : configured;
        if (operators.stream()
                        .map(operator -> operator.name().toLowerCase(Locale.ROOT))
                        .distinct()
                        .count()
                < operators.size()) {
            throw new IllegalArgumentException("billing.operators has a name twice");
        }
        return new InMemoryUserDetailsManager(
                operators.stream().map(Operators::user).toArray(UserDetails[]::new));
    }

    private static Operator madeUp() {
        byte[] random = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(random);
        String password = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        LOG.warn(
                "no billing.operators are set: until the next start the management port takes the user operator with the password {}",
                password);
        return new Operator("operator", password, Role.OPERATOR);
    }

    private static UserDetails user(Operator operator) {
        String[] roles = operator.role() == Role.OPERATOR
                ? new String[] {Role.OPERATOR.name(), Role.VIEWER.name()}
                : new String[] {Role.VIEWER.name()};
        return User.withUsername(operator.name())
                .password(operator.password())
                .roles(roles)
                .build();
    }
}

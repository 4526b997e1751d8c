package bookstore.billing.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/** A password that could never match is found at the start, and none is told. */
class StoredPasswordTest {

    @Test
    void passwordWithoutAPrefixIsTakenAsItIs() {
        assertThat(new Operator("ada", "se{cr}et", Role.VIEWER).password()).isEqualTo("{noop}se{cr}et");
        assertThat(new Operator("ada", "{noop}{x}", Role.VIEWER).password()).isEqualTo("{noop}{x}");
    }

    @Test
    void bcryptHashIsTakenAsItIs() {
        String hash = "{bcrypt}" + new BCryptPasswordEncoder(4).encode("secret");

        assertThat(new Operator("ada", hash, Role.VIEWER).password()).isEqualTo(hash);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "{noop}", "{bcrypt}TOPSECRET", "{bcrpyt}TOPSECRET", "{}TOPSECRET", "{scrypt}TOPSECRET"})
    void passwordThatNothingCouldMatchIsRefusedWithoutTellingIt(String password) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Operator("ada", password, Role.VIEWER))
                .withMessageNotContaining("TOPSECRET");
    }

    @Test
    void operatorDoesNotTellThePassword() {
        assertThat(new Operator("ada", "TOPSECRET", Role.OPERATOR).toString())
                .contains("ada")
                .doesNotContain("TOPSECRET");
    }
}

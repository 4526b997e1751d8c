package bookstore.billing.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Without a mail server nothing is asked for; with one, everything that a mail needs. */
class MailSettingsTest {

    private static final Map<String, String> COMPLETE = Map.of(
            "spring.mail.host", "mail.example", "billing.mail.from", "a@b.example", "billing.mail.to", "c@d.example");

    @Test
    void withoutAMailServerTheStartGoesOn() {
        assertThat(check(Map.of())).isFalse();
        assertThat(check(Map.of("spring.mail.host", " "))).isFalse();
    }

    @Test
    void withAllThatAMailNeedsTheRoutesStart() {
        assertThat(check(COMPLETE)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"billing.mail.from,BILLING_MAIL_FROM", "billing.mail.to,BILLING_MAIL_TO"})
    void missingAddressIsNamed(String name, String variable) {
        var settings = new HashMap<>(COMPLETE);
        settings.remove(name);

        assertThatThrownBy(() -> check(settings))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("set " + variable);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nobody", "a@b.example, c@d.example", "a@b.example\r\nBcc: c@d.example", "x:a@b.example;"})
    void whatIsNotOneAddressIsRefused(String address) {
        var settings = new HashMap<>(COMPLETE);
        settings.put("billing.mail.to", address);

        assertThatThrownBy(() -> check(settings))
                .isInstanceOf(StartRefusedException.class)
                .hasMessage("billing.mail.to is not one mail address");
    }

    @Test
    void deliveryIsOneOfTwoWords() {
        assertThatThrownBy(() -> check(Map.of("billing.mail.delivery", "exactly-once")))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("at-most-once, at-least-once");
    }

    private static boolean check(Map<String, String> settings) {
        return MailSettings.check(new Binder(new MapConfigurationPropertySource(settings)));
    }
}

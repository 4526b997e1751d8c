package bookstore.billing.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import bookstore.billing.login.Operator;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** What ends a start is told with the setting to mend, and with what is possible. */
class StartFailureTest {

    @Test
    void wordThatIsNoneOfAFewIsToldWithTheSettingAndTheFew() {
        var settings = new MapConfigurationPropertySource(Map.of(
                "billing.operators[0].name", "ada",
                "billing.operators[0].password", "TOPSECRET",
                "billing.operators[0].role", "admin"));

        Throwable failure = catchThrowable(() -> new Binder(settings)
                .bind("billing.operators", Bindable.listOf(Operator.class))
                .get());

        assertThat(StartFailure.line(new IllegalStateException("around it", failure)))
                .isEqualTo("billing.operators[0].role is one of viewer, operator");
    }

    @Test
    void otherValueThatCannotBeReadIsToldWithItsSetting() {
        var settings = new MapConfigurationPropertySource(Map.of("billing.numbers[0]", "many"));

        Throwable failure = catchThrowable(() -> new Binder(settings)
                .bind("billing.numbers", Bindable.listOf(Integer.class))
                .get());

        assertThat(StartFailure.line(failure)).startsWith("billing.numbers[0] cannot be read: ");
    }
}

package bookstore.billing.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bookstore.billing.dev.Stage;
import bookstore.billing.guard.RefusedRouteException;
import bookstore.billing.inbox.InboxRepository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;

/** What the check believes of the application is so, and the running application refuses what the check finds. */
class KnownBeansTest {

    private static final AtomicReference<ApplicationContext> APPLICATION = new AtomicReference<>();

    private static Stage stage;

    @BeforeAll
    static void start() {
        stage = Stage.with(1, Seen.class);
    }

    @AfterAll
    static void stop() {
        stage.close();
    }

    @Test
    void listOfBeansIsTheApplications() {
        Map<String, String> list = KnownBeans.list();

        assertThat(list).isNotEmpty().allSatisfy((name, text) -> {
            String[] parts = text.split(" ");
            Object bean = APPLICATION.get().getBean(name);
            assertThat(AopUtils.getTargetClass(bean).getName()).isEqualTo(parts[0]);
            assertThat(bean instanceof InboxRepository inbox ? inbox.consumer() : "")
                    .isEqualTo(parts.length == 2 ? parts[1] : "");
        });
        assertThat(APPLICATION.get().getBeanNamesForType(InboxRepository.class)).isSubsetOf(list.keySet());
    }

    /** As a live edit does it, and a console. */
    @Test
    void routeThatIsAddedLaterIsExaminedToo() throws Exception {
        CamelContext context = APPLICATION.get().getBean(CamelContext.class);
        Resource route = ResourceHelper.fromString(
                "edited.camel.yaml",
                Files.readString(Path.of("src/test/resources/broken-routes/remove-on-failure.camel.yaml")));

        assertThatThrownBy(() -> PluginHelper.getRoutesLoader(context).loadRoutes(route))
                .rootCause()
                .isInstanceOf(RefusedRouteException.class)
                .hasMessageContaining("edited.camel.yaml:")
                .hasMessageContaining("remove-on-failure");

        assertThat(context.getRoute("broken")).isNull();
        assertThat(context.getRoute("billing-invoice")).isNotNull();
    }

    static class Seen {
        @Bean
        InitializingBean seen(ApplicationContext application) {
            return () -> APPLICATION.set(application);
        }
    }
}

package bookstore.billing;

import static bookstore.billing.ComposeFile.APPLICATION;
import static bookstore.billing.dev.Orders.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bookstore.billing.dev.AppProcess;
import bookstore.billing.dev.Mailbox;
import bookstore.billing.dev.Stage;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The jar on exactly the environment that docker-compose.yml gives it, but for where its servers are. */
class ComposeIT {

    @Test
    void orderIsInvoicedOnTheEnvironmentOfTheComposeFile() throws Exception {
        try (Stage stage = Stage.with(0);
                Mailbox mailbox = Mailbox.open()) {
            Map<String, String> environment = ComposeFile.read().environment(APPLICATION);
            Map<String, String> servers = AppProcess.environment(stage);
            // the addresses and logins of the containers are the stage's here; a setting for those of our own is kept
            servers.put("SPRING_MAIL_HOST", "127.0.0.1");
            servers.put("SPRING_MAIL_PORT", Integer.toString(mailbox.smtpPort()));
            environment.put("SPRING_RABBITMQ_VIRTUALHOST", servers.get("SPRING_RABBITMQ_VIRTUALHOST"));
            environment.replaceAll((name, value) -> servers.getOrDefault(name, value));
            assertThat(environment.values()).noneMatch(value -> value.contains("${"));
            try (AppProcess app = AppProcess.launch(environment)) {
                app.awaitStarted();
                UUID order = UUID.randomUUID();

                stage.publish(placed("m", order, "149.90", "TRY"));

                await().atMost(Duration.ofSeconds(30)).until(() -> stage.invoices(order) == 1);
                assertThat(stage.charges(order)).isEqualTo(1);
                await().atMost(Duration.ofSeconds(30)).until(() -> mailbox.about(order) == 1);
            }
        }
    }
}

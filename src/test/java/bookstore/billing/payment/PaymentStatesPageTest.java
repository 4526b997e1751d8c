package bookstore.billing.payment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The transitions stand in {@link PaymentStatus}; page, table and the routes that charge say the same. */
class PaymentStatesPageTest {

    @Test
    void pageHasTheTransitionsOfTheCode() throws IOException {
        List<String> page = Files.readAllLines(Path.of("src/docs/payment-states.md"));

        assertThat(page)
                .containsSubsequence(
                        row("the payment is", type -> "`" + type.word() + "`"),
                        row("(no row)", type -> EventOutcome.EARLY.word()),
                        row("`Pending`", type -> outcome(PaymentStatus.PENDING, type)),
                        row("`Captured`", type -> outcome(PaymentStatus.CAPTURED, type)),
                        row("`Refunded`", type -> outcome(PaymentStatus.REFUNDED, type)));
        assertThat(PaymentStatus.values()).hasSize(3);
        assertThat(page)
                .anyMatch(line -> line.matches(" \\(no row\\) .*"
                        + Arrays.stream(PaymentStatus.values())
                                .map(PaymentStatus::word)
                                .collect(Collectors.joining(" ─+► "))));
    }

    @Test
    void tableKnowsTheStatesOfTheCode() throws IOException {
        String words = Arrays.stream(PaymentStatus.values())
                .map(status -> "'" + status.word() + "'")
                .collect(Collectors.joining(", "));

        assertThat(Files.readString(Path.of("src/main/resources/db/migration/V2__payment_and_expired_message.sql")))
                .contains("CHECK (status IN (" + words + "))");
    }

    @Test
    void routesThatChargeMakeTheSameStepAsACapture() throws IOException {
        PaymentStatus from = PaymentStatus.CAPTURED.from();
        for (String route : List.of("billing-invoice", "billing-invoice-claim")) {
            assertThat(Files.readString(Path.of("routes", route + ".camel.yaml")))
                    .contains("'Captured')", "WHERE payment.status = '" + (from == null ? "" : from.word()) + "'");
        }
    }

    private static String outcome(PaymentStatus found, EventType type) {
        return found == type.status().from()
                ? EventOutcome.MOVED.word()
                : EventOutcome.of(type.status(), found).word();
    }

    private static String row(String first, Function<EventType, String> cell) {
        return "| " + first + " | "
                + Arrays.stream(EventType.values()).map(cell).collect(Collectors.joining(" | ")) + " |";
    }
}

package bookstore.billing.guard;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The options of a queue's consumer that keep, or break, a promise. */
final class QueueRules {

    /** Beans that decide, behind the rollback, where a failed delivery goes. */
    private static final Set<String> ADVICE = Set.of("#failedDelivery", "#failedMail", "#failedEvent", "#backToQueue");

    private QueueRules() {}

    static List<Rule> all() {
        return List.of(
                option(
                        "retry-advice",
                        "retry",
                        QueueRules::isAdvice,
                        "retry is one of "
                                + String.join(", ", ADVICE.stream().sorted().toList())
                                + ": otherwise a failed message is tried on the spot and then dropped"),
                option(
                        "reject-and-dont-requeue",
                        "rejectAndDontRequeue",
                        value -> value == null || value.equals("true"),
                        "rejectAndDontRequeue must stay true: with false a failed message is acked and dropped"),
                option(
                        "acknowledge-mode",
                        "acknowledgeMode",
                        value -> value == null || value.equals("auto"),
                        "acknowledgeMode must stay AUTO: a message is acked after the commit, and only then"),
                option(
                        "async-consumer",
                        "asyncConsumer",
                        value -> value == null || value.equals("false"),
                        "asyncConsumer must stay false: the message would be acked while it is worked on"),
                option(
                        "disable-reply-to",
                        "disableReplyTo",
                        "true"::equals,
                        "disableReplyTo must be true: a sender's reply_to would have each copy answered, inside the transaction"),
                option(
                        "auto-declare",
                        "autoDeclare",
                        "false"::equals,
                        "autoDeclare must be false: the endpoint would declare a queue that loses its dead letters"),
                option(
                        "listener-container",
                        "messageListenerContainerType",
                        "smlc"::equals,
                        "messageListenerContainerType must be SMLC: the other one runs fewer consumers than it is told"),
                option(
                        "message-converter",
                        "messageConverter",
                        "#exactbody"::equals,
                        "messageConverter must be #exactBody: another one changes the body by what the sender's headers say"));
    }

    private static Rule option(String id, String option, Predicate<@Nullable String> right, String text) {
        return new Rule(id, (route, report) -> {
            if (route.consumesQueue()) {
                String written = route.input().option(option);
                String value = written == null ? null : route.value(written).strip();
                if (!right.test(
                        value == null
                                ? null
                                : value.replaceFirst("^#bean:", "#").toLowerCase(Locale.ROOT))) {
                    report.input(option, text);
                }
            }
        });
    }

    private static boolean isAdvice(@Nullable String value) {
        return value != null && ADVICE.stream().anyMatch(value::equalsIgnoreCase);
    }
}

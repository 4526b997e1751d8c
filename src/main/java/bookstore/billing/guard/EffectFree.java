package bookstore.billing.guard;

import java.util.Set;
import java.util.regex.Pattern;
import org.apache.camel.model.LogDefinition;
import org.apache.camel.model.ThrowExceptionDefinition;
import org.apache.camel.model.language.ExpressionDefinition;
import org.jspecify.annotations.Nullable;

/**
 * The steps that may run for a message again, and for a copy of it, since nothing comes of them but values in the
 * exchange. What is not listed has an effect.
 */
final class EffectFree {

    /** Beans that read a message and set the variables with its id and its order, fingerprint and all. */
    static final Set<String> READERS =
            Set.of("orderReader.read", "paymentEventReader.read", "invoiceCreatedReader.read");

    /** A connection that nobody uses is closed with the exchange; what was lost, or is not known, is told and counted. */
    private static final Set<String> CALLS = Set.of(
            "expiredMessage.describe",
            "notificationMail.connect",
            "notificationMail.lost",
            "notificationMail.unknown",
            "invoiceMail.connect",
            "invoiceMail.lost",
            "invoiceMail.unknown");

    private static final Set<String> KINDS = Set.of(
            "setVariable",
            "setVariables",
            "removeVariable",
            "setHeader",
            "setHeaders",
            "removeHeader",
            "removeHeaders",
            "setProperty",
            "removeProperty",
            "removeProperties",
            "setBody",
            "transform",
            "convertBodyTo",
            "convertHeaderTo",
            "convertVariableTo",
            "log",
            "throwException",
            // those that only hold others, which are looked at themselves
            "transacted",
            "idempotentConsumer",
            "choice",
            "when",
            "otherwise",
            "filter",
            "pipeline",
            "doTry",
            "doCatch",
            "doFinally",
            "step",
            "onException");

    private static final Set<String> LANGUAGES = Set.of("simple", "constant", "variable", "header", "exchangeProperty");

    /** What in an expression of Camel's simple language reaches beyond the exchange. */
    private static final Pattern REACHES_OUT =
            Pattern.compile("\\$(simple)?\\{\\s*(bean|ref|camelContext|exchange)\\b", Pattern.CASE_INSENSITIVE);

    private EffectFree() {}

    static boolean contains(Step step) {
        String call = step.call().map(Call::name).orElse(null);
        boolean listed = call == null ? KINDS.contains(step.kind()) : CALLS.contains(call) || READERS.contains(call);
        return listed && isPlain(step.expression()) && staysInside(text(step));
    }

    private static boolean isPlain(@Nullable ExpressionDefinition expression) {
        return expression == null
                || LANGUAGES.contains(expression.getLanguage()) && staysInside(expression.getExpression());
    }

    private static @Nullable String text(Step step) {
        if (step.definition() instanceof LogDefinition log) {
            return log.getMessage();
        }
        return step.definition() instanceof ThrowExceptionDefinition thrown ? thrown.getMessage() : null;
    }

    private static boolean staysInside(@Nullable String text) {
        return text == null || !REACHES_OUT.matcher(text).find();
    }
}

package bookstore.billing.management;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameter;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;
import org.springframework.boot.actuate.endpoint.invoke.ParameterMappingException;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Answers a request that says what nobody reads, or what cannot be read, with 400. Actuator would leave an unknown name
 * out, and a choice with a letter wrong would then choose other dead letters, or all.
 */
public final class KnownNames implements OperationInvokerAdvisor {

    /** Ours. Whoever asks for health may add what they like. */
    private static final Set<EndpointId> ENDPOINTS =
            Set.of(EndpointId.of("ask"), EndpointId.of("deadletters"), EndpointId.of("reconcile"));

    @Override
    public OperationInvoker apply(
            EndpointId endpoint, OperationType type, OperationParameters parameters, OperationInvoker invoker) {
        if (!ENDPOINTS.contains(endpoint)) {
            return invoker;
        }
        List<String> known = parameters.stream()
                .filter(parameter -> parameter.getType() != SecurityContext.class)
                .filter(parameter -> parameter.getAnnotation(Selector.class) == null)
                .map(OperationParameter::getName)
                .toList();
        return context -> {
            for (Map.Entry<String, Object> argument : context.getArguments().entrySet()) {
                String name = argument.getKey();
                if (!known.contains(name) && !isOfThePath(name, argument.getValue())) {
                    return WebReply.wrong("unknown: " + name + "; possible: " + String.join(", ", known));
                }
                if (argument.getValue() instanceof Collection) {
                    return WebReply.wrong(name + " is given more than once");
                }
            }
            try {
                return invoker.invoke(context);
            } catch (ParameterMappingException e) {
                return WebReply.wrong(e.getParameter().getName() + " cannot be read; expected: "
                        + expected(e.getParameter().getType()));
            }
        };
    }

    /** With the same value: a field of a part's name would take its place, and the path says what is to be done. */
    private static boolean isOfThePath(String name, @Nullable Object value) {
        RequestAttributes request = RequestContextHolder.getRequestAttributes();
        return request != null
                && request.getAttribute(
                                HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE, RequestAttributes.SCOPE_REQUEST)
                        instanceof Map<?, ?> path
                && Objects.equals(value, path.get(name));
    }

    private static String expected(Class<?> type) {
        return type == Boolean.class ? "true or false" : type == Integer.class ? "a whole number" : "a number";
    }
}

package bookstore.billing.guard;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.camel.model.BeanDefinition;
import org.apache.camel.model.OptionalIdentifiedDefinition;
import org.jspecify.annotations.Nullable;

/**
 * A step that calls a bean's method.
 *
 * @param bean its name, or its class where it has none
 * @param method without arguments; empty where Camel chooses it
 * @param arguments as they stand in the route
 */
record Call(String bean, String method, List<String> arguments) {

    static Optional<Call> of(OptionalIdentifiedDefinition<?> step, EndpointAddress address) {
        if (step instanceof BeanDefinition bean) {
            return Optional.of(of(bean.getRef() == null ? bean.getBeanType() : bean.getRef(), bean.getMethod()));
        }
        return address.scheme().equals("bean") || address.scheme().equals("class")
                ? Optional.of(of(address.path(), address.option("method")))
                : Optional.empty();
    }

    private static Call of(@Nullable String bean, @Nullable String method) {
        String name = bean == null ? "" : bean.replaceFirst("^#(bean:)?", "");
        String text = method == null ? "" : method.strip();
        int open = text.indexOf('(');
        if (open < 0) {
            return new Call(name, text, List.of());
        }
        int close = Math.max(open + 1, text.lastIndexOf(')'));
        return new Call(name, text.substring(0, open).strip(), split(text.substring(open + 1, close)));
    }

    /** At the commas that stand in no brackets. */
    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ("({[".indexOf(c) >= 0) {
                depth++;
            } else if (")}]".indexOf(c) >= 0) {
                depth--;
            } else if (c == ',' && depth == 0) {
                parts.add(text.substring(start, i).strip());
                start = i + 1;
            }
        }
        String last = text.substring(start).strip();
        if (!last.isEmpty()) {
            parts.add(last);
        }
        return List.copyOf(parts);
    }

    boolean is(String otherBean, String otherMethod) {
        return bean.equals(otherBean) && method.equals(otherMethod);
    }

    /** As {@code EffectFree} lists it. */
    String name() {
        return bean + "." + method;
    }
}

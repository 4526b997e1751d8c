package bookstore.billing.guard;

import java.util.List;

/** A route is not loaded, since its effects could happen twice, or not at all. */
public final class RefusedRouteException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    RefusedRouteException(List<Finding> findings) {
        super(findings.get(0).sentence()
                + (findings.size() == 1
                        ? ""
                        : " (and %d more: the command \"check\" lists them)".formatted(findings.size() - 1)));
    }
}

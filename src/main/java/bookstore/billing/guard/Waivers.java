package bookstore.billing.guard;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The rules that a route says it breaks on purpose: a line {@code guard.waive.<rule>: <reason>} each, in the route's
 * note.
 */
public final class Waivers {

    /** The rule about waivers themselves, which none can waive. */
    public static final String RULE = "waiver";

    private static final Pattern LINE = Pattern.compile("(?m)^[ \\t]*guard\\.waive\\.([^:\\s]*)[ \\t]*:?(.*)$");

    private final Map<String, String> reasons = new LinkedHashMap<>();

    private Waivers() {}

    /** @param note the route's; null where it has none */
    public static Waivers of(@Nullable String note) {
        var waivers = new Waivers();
        Matcher lines = LINE.matcher(note == null ? "" : note);
        while (lines.find()) {
            waivers.reasons.put(lines.group(1), lines.group(2).strip());
        }
        return waivers;
    }

    /** By the rules' ids; empty where none is given. */
    public Map<String, String> reasons() {
        return reasons;
    }

    /** Whether the rule is waived, with a reason. */
    public boolean waive(String rule) {
        return !reasons.getOrDefault(rule, "").isEmpty();
    }
}

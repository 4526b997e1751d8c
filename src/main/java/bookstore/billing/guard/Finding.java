package bookstore.billing.guard;

import org.jspecify.annotations.Nullable;

/**
 * A rule that a route breaks.
 *
 * @param rule the rule's id, a section of {@code route-rules.md}
 * @param file the file's name as the runtime tells it; null for a route that came from none
 * @param line where the step stands, from 1; 0 where nobody knows
 * @param route the route's id
 * @param step the step's id; null for the route as a whole
 * @param option which of the step's options it is about; null for the step as a whole
 * @param text one sentence
 */
public record Finding(
        String rule,
        @Nullable String file,
        int line,
        String route,
        @Nullable String step,
        @Nullable String option,
        String text) {

    /** All of it in one line, for a log. */
    public String sentence() {
        String place = file == null ? "" : file + ":" + line + ": ";
        String where = step == null ? "" : ", step " + step;
        return place + "route " + route + where + ": " + rule + ": " + text;
    }
}

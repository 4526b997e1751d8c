package bookstore.billing.delivery;

import org.jspecify.annotations.Nullable;

/** Text from outside, made fit for one line of a log or a header. */
public final class OneLine {

    private static final int MAX_LENGTH = 500;

    private OneLine() {}

    /** The text without control characters, line breaks and what turns the direction of writing, 500 characters at most; {@code "null"} for null. */
    public static String of(@Nullable String text) {
        if (text == null) {
            return "null";
        }
        String cut = text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH - 1) + "…";
        return cut.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]+", " ").strip();
    }

    /** What the innermost cause says, or ours that stands around it, since the outer ones are the frameworks' wrapping. */
    public static String ofRootCause(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null && !(root instanceof ServerFailedException)) {
            root = root.getCause();
        }
        return of(root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage());
    }
}

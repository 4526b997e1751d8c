package bookstore.billing.check;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** The values that placeholders have before anybody has said anything about servers. */
final class Settings {

    private static final String FILE = "application.properties";

    private final Properties values = new Properties();

    private Settings() {}

    /**
     * @param folder that of the route files; its {@code application.properties}, where it has one, is read beside the
     *     jar's own
     * @param given more, {@code --name=value}
     */
    static Settings of(Path folder, List<String> given) {
        var settings = new Settings();
        try {
            try (InputStream own = Settings.class.getResourceAsStream("/" + FILE)) {
                if (own != null) {
                    settings.values.load(own);
                }
            }
            Path beside = folder.resolve(FILE);
            if (Files.isRegularFile(beside)) {
                try (InputStream file = Files.newInputStream(beside)) {
                    settings.values.load(file);
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new IllegalStateException(FILE + " cannot be read: " + e.getMessage(), e);
        }
        for (String setting : given) {
            String[] parts = setting.replaceFirst("^--", "").split("=", 2);
            settings.values.setProperty(parts[0], parts.length == 2 ? parts[1] : "");
        }
        return settings;
    }

    /** The text with its placeholders' values; those that have none stay as they are. */
    String resolved(String text) {
        String result = text;
        for (Placeholder placeholder : placeholders(text)) {
            String value = value(placeholder);
            if (value != null) {
                result = result.replace(placeholder.text(), value);
            }
        }
        return result;
    }

    /** The names of those that have no value and no default. */
    List<String> missing(String text) {
        return placeholders(text).stream()
                .filter(placeholder -> !placeholder.optional() && value(placeholder) == null)
                .map(Placeholder::name)
                .toList();
    }

    private @Nullable String value(Placeholder placeholder) {
        String value = values.getProperty(placeholder.name());
        return value == null ? placeholder.defaultValue() : value;
    }

    private record Placeholder(String text, String name, @Nullable String defaultValue, boolean optional) {}

    /** Not those inside another one's default. */
    private static List<Placeholder> placeholders(String text) {
        List<Placeholder> found = new ArrayList<>();
        int start = text.indexOf("{{");
        while (start >= 0) {
            int end = end(text, start);
            if (end < 0) {
                break;
            }
            found.add(placeholder(text.substring(start, end)));
            start = text.indexOf("{{", end);
        }
        return found;
    }

    private static int end(String text, int start) {
        int depth = 0;
        for (int i = start; i + 1 < text.length(); i++) {
            if (text.startsWith("{{", i)) {
                depth++;
                i++;
            } else if (text.startsWith("}}", i)) {
                depth--;
                i++;
                if (depth == 0) {
                    return i + 1;
                }
            }
        }
        return -1;
    }

    private static Placeholder placeholder(String text) {
        String inner = text.substring(2, text.length() - 2).strip();
        boolean optional = inner.startsWith("?");
        String name = optional ? inner.substring(1) : inner;
        int from = name.matches("(env|sys|service|bean|secret):.*") ? name.indexOf(':') + 1 : 0;
        int colon = name.indexOf(':', from);
        return colon < 0
                ? new Placeholder(text, name, null, optional)
                : new Placeholder(text, name.substring(0, colon), name.substring(colon + 1), optional);
    }
}

package bookstore.billing.bench;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The jar with a difference, to be measured beside the jar as it is.
 *
 * @param environment from {@code NAME=value}
 * @param jvm from {@code -D...}, {@code -X...} and the like
 * @param program the jar, or another that a word ending in {@code .jar} names, and its {@code --settings}
 */
record Variant(Map<String, String> environment, List<String> jvm, List<String> program) {

    static final String JAR = "target/billing-invoice.jar";

    static Variant of(String words) {
        var environment = new HashMap<String, String>();
        var jvm = new ArrayList<String>();
        var settings = new ArrayList<String>();
        String jar = JAR;
        for (String word : words.isBlank() ? new String[0] : words.strip().split("\\s+")) {
            if (word.startsWith("--")) {
                settings.add(word);
            } else if (word.startsWith("-")) {
                jvm.add(word);
            } else if (word.endsWith(".jar")) {
                jar = word;
            } else {
                String[] parts = word.split("=", 2);
                environment.put(parts[0], parts[1]);
            }
        }
        var program = new ArrayList<>(List.of("-jar", jar));
        program.addAll(settings);
        return new Variant(environment, jvm, program);
    }
}

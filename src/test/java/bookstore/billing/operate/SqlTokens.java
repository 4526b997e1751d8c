package bookstore.billing.operate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The statements of an SQL script as tokens: words in lower case, literals whole, comments left out. */
final class SqlTokens {

    /** In this order: what opens a literal or a comment hides everything up to its end. */
    private static final Pattern TOKEN = Pattern.compile(
            """
            (?<space>\\s+|--[^\\n]*|/\\*.*?\\*/)\
            |(?<literal>[eE]?'(?:[^']|'')*'|(?<tag>\\$\\w*\\$).*?\\k<tag>)\
            |(?<quoted>"[^"]+")\
            |(?<word>[\\p{L}_][\\p{L}\\p{N}_]*|[0-9][0-9.]*)\
            |(?<sign>::|<=|>=|<>|!=|[-+*/<>=~!@#%^&|,.;:()\\[\\]])""",
            Pattern.DOTALL);

    private SqlTokens() {}

    /** @throws IllegalArgumentException where the script cannot be read, such as at a literal without an end */
    static List<List<String>> statements(String script) {
        List<List<String>> statements = new ArrayList<>();
        List<String> statement = new ArrayList<>();
        Matcher token = TOKEN.matcher(script);
        int at = 0;
        for (; at < script.length(); at = token.end()) {
            token.region(at, script.length());
            if (!token.lookingAt()) {
                throw new IllegalArgumentException("not understood: "
                        + script.substring(at).lines().findFirst().orElse(""));
            }
            if (";".equals(token.group())) {
                statements.add(statement);
                statement = new ArrayList<>();
            } else if (token.group("space") == null) {
                statement.add(
                        token.group("word") == null
                                ? token.group()
                                : token.group().toLowerCase(Locale.ROOT));
            }
        }
        statements.add(statement);
        statements.removeIf(List::isEmpty);
        return statements;
    }

    static boolean isLiteral(String token) {
        return token.startsWith("'") || token.startsWith("$") || token.matches("[0-9][0-9.]*|true|false|null");
    }

    /** The parts between the commas that stand in no brackets. */
    static List<List<String>> parts(List<String> tokens) {
        List<List<String>> parts = new ArrayList<>(List.of(new ArrayList<>()));
        int depth = 0;
        for (String token : tokens) {
            depth += token.equals("(") ? 1 : token.equals(")") ? -1 : 0;
            if (token.equals(",") && depth == 0) {
                parts.add(new ArrayList<>());
            } else {
                parts.get(parts.size() - 1).add(token);
            }
        }
        return parts;
    }
}

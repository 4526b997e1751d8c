package bookstore.billing.operate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a migration may do while the previous version of the application still runs, see {@code src/docs/operating.md}. A kind
 * of statement that is not known here is refused, so that a new one is a decision. Migrations are given in their order.
 */
final class MigrationRule {

    private static final List<String> LOCK_TIMEOUT = List.of("set", "local", "lock_timeout", "=");

    /** A concurrent index cannot be made inside a transaction, so it is all that its migration does. */
    private static final List<String> CONCURRENT_INDEX = List.of("create", "index", "concurrently");

    private static final List<String> NOT_NULL = List.of("not", "null");

    /** Evaluated once, when the column is added. */
    private static final Set<List<String>> CONSTANT_CALLS =
            Set.of(List.of("now", "(", ")"), List.of("current_timestamp"));

    private final Map<String, List<String>> checks = new HashMap<>();
    private final Set<String> newTables = new HashSet<>();
    private final Set<String> alteredTables = new HashSet<>();
    private final List<String> refusals = new ArrayList<>();

    /** @return why the migration is refused; empty where it is not */
    List<String> refusals(String script) {
        newTables.clear();
        alteredTables.clear();
        refusals.clear();
        List<List<String>> statements = SqlTokens.statements(script);
        if (statements.size() == 1 && startsWith(statements.get(0), CONCURRENT_INDEX)) {
            return List.of();
        }
        if (statements.isEmpty()
                || statements.get(0).size() != LOCK_TIMEOUT.size() + 1
                || !startsWith(statements.get(0), LOCK_TIMEOUT)
                || !statements.get(0).get(LOCK_TIMEOUT.size()).matches("'[1-9]s'")) {
            refuse(List.of("it does not begin with SET LOCAL lock_timeout, of 1 to 9 seconds"));
        }
        statements.stream().skip(1).forEach(this::statement);
        return List.copyOf(refusals);
    }

    private void statement(List<String> tokens) {
        if (startsWith(tokens, List.of("create", "table"))
                && tokens.size() > 4
                && tokens.get(3).equals("(")) {
            createTable(tokens.get(2), tokens.subList(4, tokens.size() - 1));
        } else if (startsWith(tokens, List.of("create", "index")) && !startsWith(tokens, CONCURRENT_INDEX)) {
            int on = tokens.indexOf("on");
            if (on < 0 || !newTables.contains(tokens.get(on + 1))) {
                refuse(tokens, "an index of a table that is there is made CONCURRENTLY, by a migration of its own");
            }
        } else if (startsWith(tokens, List.of("alter", "table"))) {
            if (!newTables.contains(tokens.get(2)) && alteredTables.add(tokens.get(2)) && alteredTables.size() > 1) {
                refuse(
                        tokens,
                        "a second table that is there: whoever works on it, and waits for the first one, is in a deadlock with this");
            }
            alterTable(tokens.get(2), SqlTokens.parts(tokens.subList(3, tokens.size())));
        } else if (!startsWith(tokens, List.of("comment", "on"))) {
            refuse(tokens, "no kind of statement that was decided on");
        }
    }

    private void createTable(String table, List<String> content) {
        newTables.add(table);
        for (List<String> part : SqlTokens.parts(content)) {
            int references = part.indexOf("references");
            if (references >= 0 && !newTables.contains(part.get(references + 1))) {
                refuse(part, "a reference keeps the previous version from deleting");
            }
            if (part.size() > 3
                    && part.get(0).equals("constraint")
                    && part.get(2).equals("check")) {
                checks.put(table + "." + part.get(1), part.subList(3, part.size()));
            }
        }
    }

    private void alterTable(String table, List<List<String>> actions) {
        Set<String> dropped = new HashSet<>();
        for (List<String> action : actions) {
            if (startsWith(action, List.of("add", "column"))) {
                addColumn(action.subList(3, action.size()));
            } else if (startsWith(action, List.of("drop", "constraint"))
                    && action.size() == 3
                    && checks.containsKey(table + "." + action.get(2))) {
                dropped.add(action.get(2));
            } else if (startsWith(action, List.of("add", "constraint"))
                    && action.get(3).equals("check")) {
                addCheck(table, action, dropped.remove(action.get(2)));
            } else if (!startsWith(action, List.of("validate", "constraint"))) {
                refuse(action, "no change of a table that was decided on");
            }
        }
        dropped.forEach(name -> checks.remove(table + "." + name));
    }

    private void addColumn(List<String> definition) {
        if (Set.of("unique", "primary", "references", "generated", "check").stream()
                .anyMatch(definition::contains)) {
            refuse(definition, "an added column has no constraint");
        }
        int at = definition.indexOf("default");
        if (at < 0) {
            if (startsWith(definition.subList(Math.max(0, definition.indexOf("not")), definition.size()), NOT_NULL)) {
                refuse(definition, "the previous version knows no value for it");
            }
            return;
        }
        List<String> value = new ArrayList<>(definition.subList(at + 1, definition.size()));
        if (value.size() > 2 && value.subList(value.size() - 2, value.size()).equals(NOT_NULL)) {
            value = value.subList(0, value.size() - 2);
        }
        boolean literal = SqlTokens.isLiteral(value.get(0))
                && (value.size() == 1 || value.size() == 3 && value.get(1).equals("::"));
        if (!literal && !CONSTANT_CALLS.contains(value)) {
            refuse(definition, "a default that is no constant has every row written anew");
        }
    }

    private void addCheck(String table, List<String> action, boolean replaces) {
        List<String> condition = new ArrayList<>(action.subList(4, action.size()));
        if (!newTables.contains(table)) {
            if (condition.size() < 2
                    || !condition
                            .subList(condition.size() - 2, condition.size())
                            .equals(List.of("not", "valid"))) {
                refuse(
                        action,
                        "a CHECK of a table that is there is NOT VALID: it is not to be read through under a lock");
            } else {
                condition = condition.subList(0, condition.size() - 2);
            }
            if (!replaces || !isWider(condition, checks.get(table + "." + action.get(2)))) {
                refuse(
                        action,
                        "a CHECK that does not replace a narrower one of its name may refuse the previous version's rows");
            }
        }
        checks.put(table + "." + action.get(2), condition);
    }

    /** What can be told for certain: a list with more values in it, or one more alternative. */
    private static boolean isWider(List<String> condition, List<String> old) {
        List<String> inner = old.subList(1, old.size() - 1);
        List<String> opened = condition.subList(1, condition.size() - 1);
        boolean alternative = opened.size() > inner.size()
                && startsWith(opened, inner)
                && opened.get(inner.size()).equals("or")
                && !inner.contains("and");
        return alternative
                || withoutLists(opened, new TreeSet<>()).equals(withoutLists(inner, new TreeSet<>()))
                        && literals(opened).containsAll(literals(inner))
                        && !negates(opened);
    }

    /** Under a NOT more values would be fewer; IS NOT NULL is none of a list. */
    private static boolean negates(List<String> condition) {
        for (int i = 0; i < condition.size(); i++) {
            if (condition.get(i).equals("not")
                    && (i == 0 || !condition.get(i - 1).equals("is"))) {
                return true;
            }
        }
        return false;
    }

    private static Set<String> literals(List<String> condition) {
        var literals = new TreeSet<String>();
        withoutLists(condition, literals);
        return literals;
    }

    /** {@code x in ('a', 'b')} and {@code x = 'a'} as {@code x in}, the literals beside it. */
    private static List<String> withoutLists(List<String> condition, Set<String> literals) {
        List<String> rest = new ArrayList<>();
        for (int i = 0; i < condition.size(); i++) {
            String token = condition.get(i);
            if (token.equals("=")
                    && i + 1 < condition.size()
                    && condition.get(i + 1).startsWith("'")) {
                rest.add("in");
                literals.add(condition.get(++i));
            } else if (token.equals("in") && condition.get(i + 1).equals("(")) {
                rest.add("in");
                for (i += 2; !condition.get(i).equals(")"); i++) {
                    if (!condition.get(i).equals(",")) {
                        literals.add(condition.get(i));
                    }
                }
            } else {
                rest.add(token);
            }
        }
        return rest;
    }

    private void refuse(List<String> what, String why) {
        refusals.add(String.join(" ", what) + ": " + why);
    }

    private void refuse(List<String> why) {
        refusals.addAll(why);
    }

    private static boolean startsWith(List<String> tokens, List<String> start) {
        return tokens.size() >= start.size() && tokens.subList(0, start.size()).equals(start);
    }
}

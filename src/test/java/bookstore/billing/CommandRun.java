package bookstore.billing;

import bookstore.billing.command.Commands;
import bookstore.billing.dev.Stage;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A command of the jar, run in this JVM on a stage's servers.
 *
 * @param status its exit status
 * @param out what it printed as its result
 * @param err what it printed besides
 */
record CommandRun(int status, String out, String err) {

    static CommandRun of(Stage stage, String... arguments) {
        return of(stage.settings(), arguments);
    }

    /** Where nobody listens. */
    static CommandRun withoutDatabase(Stage stage, String... arguments) {
        Map<String, String> settings = new HashMap<>(stage.settings());
        settings.put("spring.datasource.url", "jdbc:postgresql://127.0.0.1:1/billing");
        return of(settings, arguments);
    }

    private static CommandRun of(Map<String, String> settings, String... arguments) {
        List<String> all = new ArrayList<>();
        settings.forEach((name, value) -> all.add("--" + name + "=" + value));
        // the whole JVM has one logging, which stays as it is
        all.add("--logging.config=classpath:logback-test.xml");
        return withSettings(all, arguments);
    }

    static CommandRun withSettings(List<String> settings, String... arguments) {
        List<String> all = new ArrayList<>(settings);
        all.addAll(List.of(arguments));
        var out = new StringWriter();
        var err = new StringWriter();
        int status = Commands.run(
                CommandBeans.class, new PrintWriter(out, true), new PrintWriter(err, true), all.toArray(String[]::new));
        return new CommandRun(status, out.toString(), err.toString());
    }

    JsonNode json() {
        try {
            return new ObjectMapper().readTree(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package bookstore.billing.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcTemplate;

/** What the figures were measured on. */
final class Machine {

    private Machine() {}

    static Map<String, String> describe(Servers servers) throws IOException {
        var database = new JdbcTemplate(servers.database("postgres"));
        var lines = new LinkedHashMap<String, String>();
        lines.put("processor", first("/proc/cpuinfo", "model name"));
        lines.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        lines.put("memory", first("/proc/meminfo", "MemTotal"));
        lines.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        lines.put("servers' files on", System.getProperty("bench.filesystem", "unknown"));
        lines.put("Java", System.getProperty("java.vm.name") + " " + System.getProperty("java.version"));
        lines.put("RabbitMQ", rabbitVersion(servers));
        for (String setting : new String[] {"server_version", "fsync", "synchronous_commit", "shared_buffers"}) {
            lines.put("PostgreSQL " + setting, database.queryForObject("SHOW " + setting, String.class));
        }
        lines.put("revision", System.getProperty("bench.revision", "unknown"));
        lines.put("load of the machine at the start", load());
        return lines;
    }

    private static String rabbitVersion(Servers servers) throws IOException {
        try (var connection = servers.broker().newConnection("benchmark")) {
            return connection.getServerProperties().get("version") + " (one node, quorum queue)";
        } catch (java.util.concurrent.TimeoutException e) {
            throw new IOException(e);
        }
    }

    static String load() throws IOException {
        return Files.readString(Path.of("/proc/loadavg")).split(" ")[0];
    }

    private static String first(String file, String name) throws IOException {
        try (Stream<String> lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        }
    }
}

package bookstore.billing.bench;

import com.rabbitmq.client.ConnectionFactory;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.postgresql.ds.PGSimpleDataSource;

/** The private servers that {@code .ci/bench} has started, told by system properties. */
record Servers(int amqpPort, long amqpProcess, int sqlPort, long sqlProcess, Path pgbench) {

    static final String HOST = "127.0.0.1";

    private static final String USER = "postgres";
    private static final String GUEST = "guest";

    static Servers started() {
        return new Servers(
                Integer.getInteger("bench.amqp.port"),
                Long.getLong("bench.amqp.process"),
                Integer.getInteger("bench.sql.port"),
                Long.getLong("bench.sql.process"),
                Path.of(System.getProperty("bench.pgbench")));
    }

    ConnectionFactory broker() {
        var factory = new ConnectionFactory();
        factory.setHost(HOST);
        factory.setPort(amqpPort);
        factory.setUsername(GUEST);
        factory.setPassword(GUEST);
        return factory;
    }

    PGSimpleDataSource database(String name) {
        var dataSource = new PGSimpleDataSource();
        dataSource.setUrl(url(name));
        dataSource.setUser(USER);
        dataSource.setApplicationName("benchmark");
        return dataSource;
    }

    /** What every contender is told, under the names that the jar reads. */
    Map<String, String> environment(String database, String provider, Load load) {
        var environment = new HashMap<String, String>();
        environment.put("SPRING_DATASOURCE_URL", url(database));
        environment.put("SPRING_DATASOURCE_USERNAME", USER);
        environment.put("SPRING_DATASOURCE_PASSWORD", USER);
        environment.put("SPRING_DATASOURCE_HIKARI_MAXIMUM_POOL_SIZE", Integer.toString(Load.CONNECTIONS));
        environment.put("SPRING_RABBITMQ_HOST", HOST);
        environment.put("SPRING_RABBITMQ_PORT", Integer.toString(amqpPort));
        environment.put("SPRING_RABBITMQ_USERNAME", GUEST);
        environment.put("SPRING_RABBITMQ_PASSWORD", GUEST);
        environment.put("BILLING_PAYMENT_URL", provider);
        environment.put("BILLING_INVOICE_CONCURRENCY", Integer.toString(load.consumers()));
        environment.put("MANAGEMENT_SERVER_PORT", "0");
        environment.put(Contender.RELAY_SETTING, "false");
        return environment;
    }

    private String url(String database) {
        return "jdbc:postgresql://" + HOST + ":" + sqlPort + "/" + database;
    }
}

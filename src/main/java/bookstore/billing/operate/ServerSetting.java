package bookstore.billing.operate;

import java.util.List;

/** A server that somebody must have named, and the settings that do so. */
public enum ServerSetting {
    DATABASE("SPRING_DATASOURCE_URL", "spring.datasource.url"),
    BROKER("SPRING_RABBITMQ_HOST", "spring.rabbitmq.host", "spring.rabbitmq.addresses"),
    PAYMENT_PROVIDER("BILLING_PAYMENT_URL", "billing.payment.url");

    /**
     * The property by which a command says which of them it uses; the application says nothing, and needs them all, and
     * its routes.
     */
    public static final String NEEDED = "billing.needed-servers";

    private final String variable;
    private final List<String> names;

    ServerSetting(String variable, String... names) {
        this.variable = variable;
        this.names = List.of(names);
    }

    /** The environment's name, by which the setting is asked for. */
    String variable() {
        return variable;
    }

    /** Properties, any of which will do. */
    List<String> names() {
        return names;
    }
}

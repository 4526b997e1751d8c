package bookstore.billing.dev;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** A test of what only RabbitMQ itself does. {@code .ci/run} fails when one is skipped, by this reason. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("real-rabbitmq")
@EnabledIfEnvironmentVariable(
        named = Broker.VARIABLE,
        matches = ".+",
        disabledReason = "needs a real RabbitMQ: set " + Broker.VARIABLE)
public @interface NeedsRealRabbit {}

package bookstore.billing;

import bookstore.billing.login.Operator;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** @param operators who may log in at the management port; none: one is made up at the start */
@ConfigurationProperties("billing")
record LoginSettings(@DefaultValue List<Operator> operators) {}

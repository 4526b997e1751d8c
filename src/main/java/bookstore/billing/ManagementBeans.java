package bookstore.billing;

import bookstore.billing.login.ManagementLogin;
import bookstore.billing.login.Operators;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.web.SecurityFilterChain;

/** The management port: who may enter, and what is there beside health and metrics. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(LoginSettings.class)
class ManagementBeans {

    @Bean
    UserDetailsService operators(LoginSettings settings) {
        return Operators.of(settings.operators());
    }

    @Bean
    SecurityFilterChain managementLogin(HttpSecurity http) throws Exception {
        return ManagementLogin.of(http);
    }
}

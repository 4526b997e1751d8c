package bookstore.billing.login;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import org.springframework.boot.actuate.autoconfigure.security.servlet.EndpointRequest;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;
import org.springframework.security.web.csrf.CsrfTokenRequestAttributeHandler;

/** The management port's door: health and metrics are open, all else asks who is there, and a viewer changes nothing. */
public final class ManagementLogin {

    private static final String REALM = "billing-invoice";

    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    private ManagementLogin() {}

    public static SecurityFilterChain of(HttpSecurity http) throws Exception {
        // the console's script sends the cookie's value back as it is
        var csrf = new CsrfTokenRequestAttributeHandler();
        // the cookie is set by the first answer, not by the first page that asks for a token
        csrf.setCsrfRequestAttributeName(null);
        return http.authorizeHttpRequests(requests -> requests
                        // else the page that tells of a 401 is refused itself, with a 403, and no browser asks
                        .dispatcherTypeMatchers(DispatcherType.ERROR)
                        .permitAll()
                        .requestMatchers(EndpointRequest.to("health", "prometheus", "metrics"))
                        .permitAll()
                        .requestMatchers(HttpMethod.GET)
                        .hasRole(Role.VIEWER.name())
                        .requestMatchers(HttpMethod.HEAD)
                        .hasRole(Role.VIEWER.name())
                        .anyRequest()
                        .hasRole(Role.OPERATOR.name()))
                .httpBasic(basic -> basic.realmName(REALM))
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .requestCache(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .csrf(protection -> protection
                        .csrfTokenRepository(CookieCsrfTokenRepository.withHttpOnlyFalse())
                        .csrfTokenRequestHandler(csrf)
                        .requireCsrfProtectionMatcher(ManagementLogin::mayComeFromAnotherSite))
                .build();
    }

    /**
     * A browser sends the login along with what another site's page makes it send. It never leaves all of these headers
     * away with a request that changes something, and a command-line client sends none of them.
     */
    private static boolean mayComeFromAnotherSite(HttpServletRequest request) {
        return !READING.contains(request.getMethod())
                && (request.getHeader(HttpHeaders.ORIGIN) != null
                        || request.getHeader(HttpHeaders.REFERER) != null
                        || request.getHeader(HttpHeaders.COOKIE) != null
                        || request.getHeader("Sec-Fetch-Site") != null);
    }
}

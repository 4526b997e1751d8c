package bookstore.billing.lab;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.UUID;

/** Charges as the article's attempts do: without an idempotency key, so that every request takes money. */
public final class KeylessPayment {

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI charges;

    KeylessPayment(String url) {
        this.charges = URI.create(url + "/charges");
    }

    public void charge(UUID orderId, BigDecimal amount, String currency) throws IOException, InterruptedException {
        String body = "{\"orderId\": \"%s\", \"amount\": \"%s\", \"currency\": \"%s\"}"
                .formatted(orderId, amount.toPlainString(), currency);
        HttpRequest request = HttpRequest.newBuilder(charges)
                .POST(BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
        if (answer.statusCode() != 201) {
            throw new IOException("not charged: " + answer.statusCode() + " " + answer.body());
        }
    }
}

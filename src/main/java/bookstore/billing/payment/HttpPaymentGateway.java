package bookstore.billing.payment;

import bookstore.billing.delivery.Outages;
import bookstore.billing.delivery.Reason;
import bookstore.billing.delivery.RefusedMessageException;
import bookstore.billing.delivery.Server;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.MeterRegistry;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The provider over HTTP: {@code POST {url}/charges} with the header {@code Idempotency-Key}, and {@code GET
 * {url}/charges/{key}} to look up what was charged with a key.
 */
public final class HttpPaymentGateway implements PaymentGateway {

    private final ObjectMapper json = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    private final ProviderClient client;
    private final Outages outages;
    private final PendingPayments pending;
    private final PaymentCounts counts;

    /** @param outages is told when the provider works; failures are told by who handles the failed delivery */
    public HttpPaymentGateway(ProviderClient client, Outages outages, PendingPayments pending, MeterRegistry meters) {
        this.client = client;
        this.outages = outages;
        this.pending = pending;
        this.counts = new PaymentCounts(meters);
    }

    @Override
    public String charge(
            String idempotencyKey, UUID orderId, BigDecimal amount, String currency, boolean mayBeCharged) {
        // before the look-up too: one that fails must not make the next message of the order forget the question
        pending.mayBeCharged(orderId);
        PaymentCounts.Call call = counts.begin();
        try {
            Optional<String> charged =
                    mayBeCharged ? lookUp(idempotencyKey, orderId, amount, currency) : Optional.empty();
            String paymentId = charged.isPresent() ? charged.get() : post(idempotencyKey, orderId, amount, currency);
            outages.worked(Server.PAYMENT_PROVIDER);
            call.ended(PaymentOutcome.CAPTURED);
            return paymentId;
        } catch (ProviderClient.NoAnswerException e) {
            if (e.outcome() == PaymentOutcome.UNREACHABLE && !mayBeCharged) {
                pending.isNotCharged();
            }
            call.ended(e.outcome());
            throw new PaymentFailedException(orderId, e.outcome(), null, e.getMessage(), e);
        } catch (PaymentFailedException e) {
            call.ended(e.outcome());
            throw e;
        } catch (RefusedMessageException e) {
            // a decision on this order alone: the provider works
            outages.worked(Server.PAYMENT_PROVIDER);
            call.ended(e.reason() == Reason.PAYMENT_DECLINED ? PaymentOutcome.DECLINED : PaymentOutcome.CONFLICT);
            throw e;
        }
    }

    private String post(String idempotencyKey, UUID orderId, BigDecimal amount, String currency) {
        ProviderClient.Answer answer = client.post(idempotencyKey, body(orderId, amount, currency));
        PaymentOutcome outcome = PaymentOutcome.ofStatus(answer.status());
        switch (outcome) {
            case CAPTURED -> {
                String paymentId = text(orderId, answer, "paymentId");
                if (paymentId == null) {
                    throw failed(orderId, PaymentOutcome.UNKNOWN, answer, "the provider's answer has no paymentId");
                }
                return paymentId;
            }
            case DECLINED -> {
                pending.isNotCharged();
                throw new RefusedMessageException(Reason.PAYMENT_DECLINED, "the provider declined the payment");
            }
            case CONFLICT ->
                throw new RefusedMessageException(
                        Reason.PAYMENT_CONFLICT, "the provider knows this order's key with other parameters");
            default -> throw failed(orderId, outcome, answer, "the provider answered with status " + answer.status());
        }
    }

    /** @return the payment that an earlier try made; empty where nothing was taken, so that the order may be charged */
    private Optional<String> lookUp(String idempotencyKey, UUID orderId, BigDecimal amount, String currency) {
        ProviderClient.Answer answer = client.lookUp(idempotencyKey);
        if (answer.status() == 404) {
            return Optional.empty();
        }
        String status = answer.status() == 200 ? text(orderId, answer, "status") : null;
        if (status == null) {
            throw failed(
                    orderId, PaymentOutcome.UNKNOWN, answer, "the look-up answered with status " + answer.status());
        }
        switch (status) {
            case "Declined" -> {
                return Optional.empty();
            }
            case "Pending" ->
                throw failed(orderId, PaymentOutcome.RUNNING, answer, "an earlier charge of this order still runs");
            case "Refunded" ->
                throw new RefusedMessageException(Reason.PAYMENT_CONFLICT, "the payment of this order was refunded");
            case "Captured" -> {
                String paymentId = text(orderId, answer, "paymentId");
                if (paymentId == null) {
                    throw failed(orderId, PaymentOutcome.UNKNOWN, answer, "the look-up has no paymentId");
                }
                requireSame(orderId, answer, amount, currency);
                return Optional.of(paymentId);
            }
            default ->
                throw failed(orderId, PaymentOutcome.UNKNOWN, answer, "the look-up says a status that nobody knows");
        }
    }

    private void requireSame(UUID orderId, ProviderClient.Answer answer, BigDecimal amount, String currency) {
        BigDecimal charged = amount(orderId, answer);
        String chargedCurrency = text(orderId, answer, "currency");
        if (charged == null || chargedCurrency == null) {
            throw failed(orderId, PaymentOutcome.UNKNOWN, answer, "the look-up has no amount and currency");
        }
        if (charged.compareTo(amount) != 0 || !chargedCurrency.equalsIgnoreCase(currency)) {
            throw new RefusedMessageException(
                    Reason.PAYMENT_CONFLICT, "this order was charged with another amount or currency");
        }
    }

    /** The amount of a look-up is a text; who sends a number means the same. */
    private @Nullable BigDecimal amount(UUID orderId, ProviderClient.Answer answer) {
        JsonNode value = json(orderId, answer).path("amount");
        if (value.isNumber()) {
            return value.decimalValue();
        }
        return value.isTextual() && value.textValue().matches("[0-9]{1,20}(\\.[0-9]{1,20})?")
                ? new BigDecimal(value.textValue())
                : null;
    }

    private @Nullable String text(UUID orderId, ProviderClient.Answer answer, String name) {
        JsonNode value = json(orderId, answer).path(name);
        return value.isTextual() && !value.textValue().isBlank() ? value.textValue() : null;
    }

    private JsonNode json(UUID orderId, ProviderClient.Answer answer) {
        try {
            return json.readTree(answer.body());
        } catch (JsonProcessingException e) {
            throw failed(orderId, PaymentOutcome.UNKNOWN, answer, "the provider's answer is no JSON");
        }
    }

    private String body(UUID orderId, BigDecimal amount, String currency) {
        try {
            return json.writeValueAsString(
                    Map.of("orderId", orderId.toString(), "amount", amount.toPlainString(), "currency", currency));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("three strings make JSON", e);
        }
    }

    private PaymentFailedException failed(
            UUID orderId, PaymentOutcome outcome, ProviderClient.Answer answer, String text) {
        return new PaymentFailedException(orderId, outcome, answer.retryAfter(), text, null);
    }
}

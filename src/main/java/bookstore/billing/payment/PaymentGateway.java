package bookstore.billing.payment;

import bookstore.billing.delivery.RefusedMessageException;
import java.math.BigDecimal;
import java.util.UUID;

/** The payment provider, as a route sees it. */
public interface PaymentGateway {

    /**
     * Charges the order, once for all calls with the same key: the provider answers a repeated one with the first
     * one's payment.
     *
     * @param idempotencyKey the order's id, never an attempt's or a message's
     * @param amount with exactly the currency's decimals
     * @param currency an ISO 4217 code in upper case
     * @param mayBeCharged whether an earlier try may have charged the order; its charge is then looked up first, since
     *     a provider forgets keys and would charge again
     * @return the provider's id of the payment
     * @throws RefusedMessageException where the payment is declined, or the key was used with other parameters
     * @throws PaymentFailedException where the order may be charged by a later try; whether it has been charged by
     *     this one may be unknown
     */
    String charge(String idempotencyKey, UUID orderId, BigDecimal amount, String currency, boolean mayBeCharged);
}

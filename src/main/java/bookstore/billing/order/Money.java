package bookstore.billing.order;

import bookstore.billing.delivery.RefusedMessageException;
import bookstore.billing.message.Refusal;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A positive amount.
 *
 * @param amount with exactly the currency's decimals and at most 15 digits before the point
 * @param currency an ISO 4217 code in upper case, of a currency in use
 */
public record Money(BigDecimal amount, String currency) {

    private static final int MAX_DIGITS_BEFORE_POINT = 15;

    private static final Pattern LETTERS = Pattern.compile("[A-Za-z]{3}");

    /**
     * @param name the amount's in the message, for what is wrong with it
     * @throws RefusedMessageException where the two make no amount that can be charged
     */
    static Money of(String name, BigDecimal total, String currency) {
        // by the root locale, since under a Turkish one "inr" would become "İNR"; "ınr" becomes "INR" under any
        String code = LETTERS.matcher(currency).matches() ? currency.toUpperCase(Locale.ROOT) : "";
        int decimals = Currencies.decimals(code)
                .orElseThrow(() -> Refusal.invalid("currency is no ISO 4217 code of a currency in use"));
        if (total.signum() <= 0) {
            throw Refusal.invalid(name + " is not positive");
        }
        // by its exponents alone, and before anything else: 1e1000000000 written out would fill the memory
        if ((long) total.precision() - total.scale() > MAX_DIGITS_BEFORE_POINT) {
            throw Refusal.invalid(name + " has more than " + MAX_DIGITS_BEFORE_POINT + " digits before the point");
        }
        BigDecimal shortest = total.stripTrailingZeros();
        if (shortest.scale() > decimals) {
            throw Refusal.invalid(name + " has more decimals than " + code + ", which has " + decimals);
        }
        return new Money(shortest.setScale(decimals), code);
    }
}

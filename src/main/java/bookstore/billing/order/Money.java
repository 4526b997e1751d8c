package bookstore.billing.order;

import bookstore.billing.delivery.Reason;
import bookstore.billing.delivery.RefusedMessageException;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A positive amount.
 *
 * @param amount with exactly the currency's decimals and at most 15 digits before the point
 * @param currency an ISO 4217 code in upper case, of a currency that some country uses
 */
record Money(BigDecimal amount, String currency) {

    private static final int MAX_DIGITS_BEFORE_POINT = 15;

    /** The JDK also knows the currencies of the past; those that a country uses today are what can be charged. */
    private static final Set<String> IN_USE = Stream.of(Locale.getISOCountries())
            .map(country ->
                    Currency.getInstance(new Locale.Builder().setRegion(country).build()))
            .filter(currency -> currency != null)
            .map(Currency::getCurrencyCode)
            .collect(Collectors.toUnmodifiableSet());

    /** @throws RefusedMessageException where the two make no amount that can be charged */
    static Money of(BigDecimal total, String currency) {
        // by the root locale: under a Turkish one "inr" would become "İNR"
        String code = currency.toUpperCase(Locale.ROOT);
        if (!IN_USE.contains(code)) {
            throw invalid("currency is no ISO 4217 code in use");
        }
        if (total.signum() <= 0) {
            throw invalid("total is not positive");
        }
        // compared by its exponents alone: 1e1000000000 written out would fill the memory
        BigDecimal shortest = total.stripTrailingZeros();
        if ((long) shortest.precision() - shortest.scale() > MAX_DIGITS_BEFORE_POINT) {
            throw invalid("total has more than " + MAX_DIGITS_BEFORE_POINT + " digits before the point");
        }
        int decimals = Currency.getInstance(code).getDefaultFractionDigits();
        if (shortest.scale() > decimals) {
            throw invalid("total has more decimals than " + code + ", which has " + decimals);
        }
        return new Money(shortest.setScale(decimals), code);
    }

    private static RefusedMessageException invalid(String text) {
        return new RefusedMessageException(Reason.INVALID_MESSAGE, text);
    }
}

package bookstore.billing.order;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Currency;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CurrenciesTest {

    /** The JDK follows the same standard, a few amendments behind; every difference is one that we mean. */
    @Test
    void listDiffersFromTheJdksOnlyWhereItShould() {
        Set<String> ours = everyCode()
                .filter(code -> Currencies.decimals(code).isPresent())
                .collect(toSet());
        Set<String> countries = Stream.of(Locale.getISOCountries())
                .map(country -> Currency.getInstance(
                        new Locale.Builder().setRegion(country).build()))
                .filter(currency -> currency != null)
                .map(Currency::getCurrencyCode)
                .collect(toSet());

        assertThat(ours).hasSize(155);
        // ANG, ZWL and SLL: a JDK from before their end
        assertThat(countries.stream().filter(code -> !ours.contains(code)))
                .isSubsetOf("BGN", "ANG", "ZWL", "SLL", "CUC");
        // Venezuela has two, and a country of the JDK one
        assertThat(ours.stream().filter(code -> !countries.contains(code))).isSubsetOf("VED", "XCG", "ZWG", "SLE");
        assertThat(ours.stream().filter(countries::contains)).allSatisfy(code -> assertThat(Currencies.decimals(code))
                .hasValue(Currency.getInstance(code).getDefaultFractionDigits()));
    }

    @ParameterizedTest
    @CsvSource({
        "IDR,2", "HUF,2", "CLP,0", "ISK,0", "UGX,0", "MGA,2", "MRU,2", "KWD,3", "TND,3", "JPY,0", "VND,0", "TRY,2",
        "XAF,0", "XCD,2", "VED,2", "XCG,2"
    })
    void decimalsAreThoseOfTheStandard(String code, int decimals) {
        assertThat(Currencies.decimals(code)).hasValue(decimals);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "XXX", "XTS", "XAU", "XDR", "XSU", "CLF", "UYW", "USN", "CHE", "BOV", "MXV", // never money in a purse
                "DEM", "HRK", "BGN", "ANG", "CUC", "ZWL", "TRL", "BYR", // no more
                "EURO", "EU", "", "try", "949", "TRY "
            })
    void whatNobodyCanPayInIsNone(String code) {
        assertThat(Currencies.decimals(code)).isEmpty();
    }

    private static Stream<String> everyCode() {
        return IntStream.range(0, 26 * 26 * 26)
                .mapToObj(i -> "" + (char) ('A' + i / 676) + (char) ('A' + i / 26 % 26) + (char) ('A' + i % 26));
    }
}

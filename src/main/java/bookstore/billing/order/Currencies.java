package bookstore.billing.order;

import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The currencies of ISO 4217 in which somebody can pay, with their decimals.
 *
 * <p>From list one of the standard's maintenance agency (SIX) as of 2024-06-25, brought up to its amendment 180: without
 * ANG (became XCG, 2025-03-31), CUC (withdrawn) and BGN (became EUR, 2026-01-01). Left out are funds and index units
 * (BOV, CHE, CHW, CLF, COU, MXV, USN, UYI, UYW), units of account, metals and codes for tests.
 *
 * <p>Not asked of the JDK, whose answer differs between versions: 17 takes BGN, a later update does not, and none
 * takes VED.
 */
final class Currencies {

    private static final String WITHOUT_DECIMALS = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF";

    private static final String WITH_TWO =
            """
            AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC
            CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR
            JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD
            NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN
            SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG
            """;

    private static final String WITH_THREE = "BHD IQD JOD KWD LYD OMR TND";

    private static final Map<String, Integer> DECIMALS = Stream.of(
                    codes(WITHOUT_DECIMALS, 0), codes(WITH_TWO, 2), codes(WITH_THREE, 3))
            .flatMap(codes -> codes)
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

    private Currencies() {}

    /** @return empty where it is no code of a currency in use, in upper case */
    static OptionalInt decimals(String code) {
        Integer decimals = DECIMALS.get(code);
        return decimals == null ? OptionalInt.empty() : OptionalInt.of(decimals);
    }

    private static Stream<Map.Entry<String, Integer>> codes(String list, int decimals) {
        return Stream.of(list.strip().split("\\s+")).map(code -> Map.entry(code, decimals));
    }
}

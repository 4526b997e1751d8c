package bookstore.billing.order;

import bookstore.billing.message.Incoming;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Messages of every shape, whole and broken. What they say is known without any parser of JSON. */
final class FuzzedMessages {

    /** Code and decimals, a second time, from nobody's table. */
    private static final Map<String, Integer> CURRENCIES = Map.of(
            "EUR", 2, "TRY", 2, "inr", 2, "JPY", 0, "KWD", 3, "Clp", 0, "XXX", -1, "DEM", -1, "EURO", -1, "", -1);

    private static final List<String> CODES =
            CURRENCIES.keySet().stream().sorted().toList();

    private static final List<String> EVIL_NUMBERS = List.of(
            "1e400",
            "1e1000000000",
            "1e2147483647",
            "100e2147483647",
            "1e-2147483648",
            "1e99999999999",
            "0e1000000000",
            "-0.00",
            "NaN",
            "Infinity",
            "0x10",
            "1_000",
            "01",
            "+1",
            ".5",
            "5.",
            "1e",
            "--1",
            "12,50",
            "\"12,50\"",
            "\"1e3\"",
            "\" 5\"",
            "\"\u0661\u0662\"",
            "true",
            "null",
            "[]",
            "{}",
            "\"\"",
            "9".repeat(101),
            "0." + "0".repeat(90) + "1",
            "9".repeat(16),
            "1" + "0".repeat(20) + ".00");

    private static final List<String> TOKENS = List.of(
            "{",
            "}",
            "[",
            "]",
            ":",
            ",",
            "\"",
            "\\",
            "\\u0000",
            "\\ud800",
            "\0",
            "\uFEFF",
            "e",
            "E+",
            "-",
            "1",
            "9",
            ".",
            "\"total\":7,",
            "\"Total\":7,",
            "\"currency\":\"USD\",",
            "\"message\":{}",
            "\"messageType\":[],",
            "\"data\":{},",
            "\"specversion\":\"1.0\",",
            "\"data_base64\":\"e30=\",",
            "//",
            "/*",
            "null",
            "\r\n",
            "\u0130",
            "ı",
            "😀");

    private static final List<@Nullable String> CONTENT_TYPES = Arrays.asList(
            null,
            "",
            "app",
            "application/json",
            "text/plain",
            "application/vnd.masstransit+json",
            "application/cloudevents+json",
            "application/json; charset=utf-16",
            ";;;charset",
            "x".repeat(200));

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]{1,4})?");

    private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9a-fA-F]{4})");

    private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/]{20,}={0,2}");

    private final Random random;

    FuzzedMessages(Random random) {
        this.random = random;
    }

    /**
     * @param says the fingerprint or "refused"; null where the message is broken and nobody can say
     */
    record Fuzzed(Incoming message, @Nullable String says) {

        boolean isIntact() {
            return says != null;
        }

        /** Every number that stands anywhere in the body, in base64 too. */
        List<BigDecimal> numbers() {
            String text = unescaped(new String(message.body(), StandardCharsets.UTF_8));
            Stream<String> hidden =
                    BASE64.matcher(text).results().map(MatchResult::group).map(Fuzzed::decoded);
            return Stream.concat(Stream.of(text), hidden)
                    .flatMap(each -> NUMBER.matcher(each).results())
                    .map(MatchResult::group)
                    .map(BigDecimal::new)
                    .toList();
        }

        private static String unescaped(String text) {
            return ESCAPE.matcher(text)
                    .replaceAll(found ->
                            Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(found.group(1), 16))));
        }

        private static String decoded(String base64) {
            try {
                return unescaped(new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8));
            } catch (IllegalArgumentException e) {
                return "";
            }
        }

        @Override
        public String toString() {
            return "base64 " + Base64.getEncoder().encodeToString(message.body()) + ", " + message.contentType() + ", "
                    + message.headers();
        }
    }

    Fuzzed next() {
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> intact();
            case 3, 4 -> mutated(intact());
            case 5 -> new Fuzzed(wrapped(order(UUID.randomUUID(), pick(EVIL_NUMBERS), "EUR")), null);
            case 6 -> broken(tree(0).getBytes(StandardCharsets.UTF_8));
            default -> broken(bytes());
        };
    }

    private Fuzzed intact() {
        UUID orderId = new UUID(random.nextLong(), random.nextLong());
        String code = pick(CODES);
        BigDecimal total = total();
        return new Fuzzed(wrapped(order(orderId, written(total), code)), says(orderId, total, code));
    }

    /** The rules once more, by plain arithmetic. */
    private static String says(UUID orderId, BigDecimal total, String code) {
        int decimals = CURRENCIES.get(code);
        if (decimals < 0 || total.signum() <= 0 || total.compareTo(BigDecimal.TEN.pow(15)) >= 0) {
            return "refused";
        }
        if (total.movePointRight(decimals).remainder(BigDecimal.ONE).signum() != 0) {
            return "refused";
        }
        return "order " + orderId + " " + total.setScale(decimals).toPlainString() + " "
                + code.toUpperCase(Locale.ROOT);
    }

    private BigDecimal total() {
        var digits = new BigInteger(random.nextInt(1, 60), random);
        // more often than not with decimals that most currencies have
        var total = new BigDecimal(digits, Math.max(0, random.nextInt(6) - 2));
        return random.nextInt(20) == 0 ? total.negate() : total;
    }

    /** One number in one of the ways to write it. */
    private String written(BigDecimal total) {
        String plain = total.toPlainString();
        return switch (random.nextInt(5)) {
            case 0 -> "\"" + plain + "\"";
            case 1 -> total.unscaledValue() + "e" + -total.scale();
            case 2 -> total.unscaledValue() + ".000E" + (-total.scale() >= 0 ? "+" : "") + -total.scale();
            case 3 -> plain + (plain.contains(".") ? "000" : ".00");
            default -> plain;
        };
    }

    private String order(UUID orderId, String total, String currency) {
        String[] fields = {
            "\"" + cased("orderId") + "\":\"" + orderId + "\"",
            "\"" + cased("total") + "\" : " + total,
            "\"" + cased("currency") + "\":\"" + currency + "\"",
            "\"note\":{\"total\":1,\"lines\":[" + tree(40) + "]}"
        };
        Collections.shuffle(Arrays.asList(fields), random);
        return "{" + String.join(",", fields) + "}";
    }

    private String cased(String name) {
        var cased = new StringBuilder(name);
        if (random.nextBoolean()) {
            int at = random.nextInt(name.length());
            cased.setCharAt(at, Character.toUpperCase(name.charAt(at)));
        }
        return cased.toString();
    }

    private Incoming wrapped(String order) {
        Sample sample = pick(List.of(Sample.values()));
        String body = sample.body(Sample.ORDER);
        String inner =
                switch (sample) {
                    case CLOUD_EVENT_DATA_AS_TEXT -> order.replace("\\", "\\\\").replace("\"", "\\\"");
                    case CLOUD_EVENT_BASE64 ->
                        Base64.getEncoder().encodeToString(order.getBytes(StandardCharsets.UTF_8));
                    default -> order;
                };
        return incoming(sample, replaceOrder(sample, body, inner).getBytes(StandardCharsets.UTF_8));
    }

    private static String replaceOrder(Sample sample, String body, String order) {
        int from;
        int to;
        switch (sample) {
            case MASS_TRANSIT, MASS_TRANSIT_AS_JSON -> {
                from = body.indexOf("\"message\": ") + "\"message\": ".length();
                to = body.indexOf("}", from) + 1;
            }
            case CLOUD_EVENT, CLOUD_EVENT_AS_TEXT, CLOUD_EVENT_AS_JSON -> {
                from = body.indexOf("\"data\": ") + "\"data\": ".length();
                to = body.indexOf("}", from) + 1;
            }
            case CLOUD_EVENT_DATA_AS_TEXT -> {
                from = body.indexOf("\"data\": \"") + "\"data\": \"".length();
                to = body.lastIndexOf('"');
            }
            case CLOUD_EVENT_BASE64 -> {
                from = body.indexOf("\"data_base64\": \"") + "\"data_base64\": \"".length();
                to = body.lastIndexOf('"');
            }
            default -> {
                return order;
            }
        }
        return body.substring(0, from) + order + body.substring(to);
    }

    private Fuzzed mutated(Fuzzed whole) {
        Incoming message = whole.message();
        byte[] body = message.body();
        for (int times = random.nextInt(1, 4); times > 0 && body.length > 0; times--) {
            int at = random.nextInt(body.length);
            body = switch (random.nextInt(4)) {
                case 0 -> spliced(body, at, at + 1, new byte[] {(byte) random.nextInt(256)});
                case 1 -> spliced(body, at, Math.min(body.length, at + random.nextInt(1, 20)), new byte[0]);
                case 2 -> spliced(body, at, at, pick(TOKENS).getBytes(StandardCharsets.UTF_8));
                default ->
                    spliced(
                            body,
                            at,
                            at,
                            Arrays.copyOfRange(body, at, Math.min(body.length, at + random.nextInt(1, 80))));
            };
        }
        String contentType = random.nextInt(4) == 0 ? pick(CONTENT_TYPES) : message.contentType();
        return new Fuzzed(
                new Incoming(body, message.messageId(), contentType, message.contentEncoding(), message.headers()),
                null);
    }

    private static byte[] spliced(byte[] body, int from, int to, byte[] between) {
        byte[] spliced = new byte[body.length - (to - from) + between.length];
        System.arraycopy(body, 0, spliced, 0, from);
        System.arraycopy(between, 0, spliced, from, between.length);
        System.arraycopy(body, to, spliced, from + between.length, body.length - to);
        return spliced;
    }

    private Fuzzed broken(byte[] body) {
        Sample sample = pick(List.of(Sample.values()));
        return new Fuzzed(new Incoming(body, "m", pick(CONTENT_TYPES), null, sample.headers()), null);
    }

    private byte[] bytes() {
        // now and then as large as the limit allows, and larger
        byte[] bytes = new byte[random.nextInt(500) == 0 ? 1_000_000 + random.nextInt(100_000) : random.nextInt(300)];
        switch (random.nextInt(3)) {
            case 0 -> random.nextBytes(bytes);
            case 1 -> Arrays.fill(bytes, (byte) "[{\" 1a".charAt(random.nextInt(6)));
            default ->
                IntStream.range(0, bytes.length)
                        .forEach(i -> bytes[i] = (byte) "{}[]\":,1e-0 \\u".charAt(random.nextInt(14)));
        }
        return bytes;
    }

    private String tree(int depth) {
        int kind = random.nextInt(depth > 60 ? 4 : 7);
        return switch (kind) {
            case 0 -> "\"" + cased("total") + "\"";
            case 1 -> Integer.toString(random.nextInt());
            case 2 -> random.nextBoolean() ? "true" : "null";
            case 3 -> random.nextDouble() + "";
            case 4 -> "[" + tree(depth + 1) + "," + tree(depth + 9) + "]";
            case 5 ->
                "{\"" + pick(List.of("orderId", "total", "message", "data", "specversion", "messageType")) + "\":"
                        + tree(depth + 1) + "}";
            default -> "[" + "[".repeat(5) + tree(depth + 7) + "]".repeat(5) + "]";
        };
    }

    private Incoming incoming(Sample sample, byte[] body) {
        return new Incoming(body, "m-" + random.nextInt(), sample.contentType(), null, sample.headers());
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}

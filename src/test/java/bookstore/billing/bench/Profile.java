package bookstore.billing.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What is run, and how long.
 *
 * @param name {@code quick}: what the targets need; {@code full}: all loads
 * @param contenders those that may run
 * @param relay whether the outbox's relay is measured as well
 */
record Profile(
        String name,
        int rounds,
        Set<Contender> contenders,
        List<Load> loads,
        Duration shortestWindow,
        boolean latency,
        boolean relay,
        Variant variant) {

    static final Load NO_PAYMENT_TIME = new Load(Duration.ZERO, 0, 8);
    static final Load LONG_PAYMENT_FEW = new Load(Duration.ofSeconds(2), 0, 10);
    static final Load LONG_PAYMENT_MANY = new Load(Duration.ofSeconds(2), 0, 400);

    private static final List<Duration> PAYMENTS =
            List.of(Duration.ZERO, Duration.ofMillis(200), Duration.ofSeconds(2));
    private static final Duration LATENCY = Duration.ofSeconds(5);
    private static final int FOR_P99 = 110;

    /**
     * Words of the command line: the name first, then {@code --rounds 3}, {@code --window 5} (seconds),
     * {@code --contenders abcde}, {@code --payments 0,200}, {@code --copies 0}, {@code --consumers 8} and
     * {@code --latency no}, {@code --relay no} and {@code --variant "..."}, see {@link Variant}.
     */
    static Profile of(String... words) {
        String name = words.length == 0 ? "quick" : words[0];
        Map<String, String> options = options(words);
        String variant = options.getOrDefault("variant", "");
        String letters = options.getOrDefault("contenders", variant.isEmpty() ? "abcde" : "abcdex");
        Set<Contender> contenders = EnumSet.allOf(Contender.class);
        contenders.removeIf(contender -> !letters.contains(contender.letter()));
        List<Load> loads = loads(name).stream()
                .filter(named(options, "payments", load -> load.payment().toMillis()))
                .filter(named(options, "copies", Load::copies))
                .filter(named(options, "consumers", Load::consumers))
                .toList();
        return new Profile(
                name,
                Integer.parseInt(options.getOrDefault("rounds", "3")),
                contenders,
                loads,
                Duration.ofSeconds(Long.parseLong(options.getOrDefault("window", name.equals("quick") ? "5" : "10"))),
                !options.getOrDefault("latency", "yes").equals("no"),
                !options.getOrDefault("relay", "yes").equals("no"),
                Variant.of(variant));
    }

    /** A third of a run, and whole payments: these come in waves, of which a window shall not cut one off. */
    Duration window(Load load) {
        Duration payments = load.payment().multipliedBy(5);
        return payments.compareTo(shortestWindow) > 0 ? payments : shortestWindow;
    }

    /** The quick profile compares middles only, where payments are long. */
    int ordersForLatency(Load load) {
        int forAWhile = (int) Math.ceil(load.pace()
                * LATENCY.multipliedBy(load.payment().isZero() ? 2 : 3).toSeconds());
        return name.equals("quick") ? forAWhile : Math.max(forAWhile, FOR_P99);
    }

    /** In the quick profile the transacted routes run with few consumers only where the claim route runs with many. */
    boolean runs(Contender contender, Load load) {
        boolean target =
                switch (contender) {
                    case TRANSACTED -> !load.equals(LONG_PAYMENT_MANY);
                    case CLAIM -> !load.equals(LONG_PAYMENT_FEW);
                    default -> load.equals(NO_PAYMENT_TIME);
                };
        return contenders.contains(contender)
                && (target || !name.equals("quick"))
                && contender.reasonNotToRun(load).isEmpty();
    }

    private static List<Load> loads(String name) {
        switch (name) {
            case "quick" -> {
                return List.of(NO_PAYMENT_TIME, LONG_PAYMENT_FEW, LONG_PAYMENT_MANY);
            }
            case "full" -> {
                var loads = new ArrayList<Load>();
                for (Duration payment : PAYMENTS) {
                    for (int copies : List.of(0, 50)) {
                        for (int consumers : List.of(8, 10, 400)) {
                            loads.add(new Load(payment, copies, consumers));
                        }
                    }
                }
                return loads;
            }
            default ->
                throw new IllegalArgumentException("no such profile: " + name + "; there are quick, full and cleaner");
        }
    }

    private static Predicate<Load> named(
            Map<String, String> options, String option, java.util.function.ToLongFunction<Load> value) {
        String allowed = options.get(option);
        return load -> allowed == null || List.of(allowed.split(",")).contains(Long.toString(value.applyAsLong(load)));
    }

    /** The pairs behind the name. */
    static Map<String, String> options(String... words) {
        var options = new HashMap<String, String>();
        for (int i = 1; i < words.length; i += 2) {
            if (!words[i].startsWith("--") || i + 1 == words.length) {
                throw new IllegalArgumentException("not understood: " + words[i]);
            }
            options.put(words[i].substring(2), words[i + 1]);
        }
        return options;
    }
}

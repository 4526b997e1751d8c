package bookstore.billing.bench;

import java.util.List;
import java.util.OptionalDouble;

/** A ratio of two rates that must be reached. */
record Target(String words, Contender contender, Load load, Contender other, Load otherLoad, double atLeast) {

    static final List<Target> ALL = List.of(
            new Target(
                    "payments of 2 s: (d) with 400 consumers / (c) with 10",
                    Contender.CLAIM,
                    Profile.LONG_PAYMENT_MANY,
                    Contender.TRANSACTED,
                    Profile.LONG_PAYMENT_FEW,
                    20),
            sameLoad("payments of 0 ms, 8 consumers: (d) / (c)", Contender.CLAIM, Contender.TRANSACTED),
            sameLoad("payments of 0 ms, 8 consumers: (c) / (b)", Contender.TRANSACTED, Contender.BY_HAND));

    private static Target sameLoad(String words, Contender contender, Contender other) {
        return new Target(words, contender, Profile.NO_PAYMENT_TIME, other, Profile.NO_PAYMENT_TIME, 0.6);
    }

    OptionalDouble reached(Results results) {
        return results.ratio(load, contender, otherLoad, other);
    }
}

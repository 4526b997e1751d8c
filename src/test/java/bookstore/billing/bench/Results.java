package bookstore.billing.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The figures of all runs so far: for each load and contender one a round. */
final class Results {

    /** @param figures null where the run failed, and then {@code failure} says why */
    record Run(int round, Load load, Contender contender, @Nullable Figures figures, @Nullable String failure) {}

    private final List<Run> runs = new ArrayList<>();
    private final List<RelayTrial.Rates> relays = new ArrayList<>();

    void add(Run run) {
        runs.add(run);
    }

    void add(RelayTrial.Rates rates) {
        relays.add(rates);
    }

    List<RelayTrial.Rates> relays() {
        return List.copyOf(relays);
    }

    OptionalDouble relay(Function<RelayTrial.Rates, @Nullable Double> value) {
        return median(relays.stream().map(value).toList());
    }

    List<Run> runs() {
        return List.copyOf(runs);
    }

    List<Run> runs(Load load, Contender contender) {
        return runs.stream()
                .filter(run -> run.load().equals(load) && run.contender() == contender)
                .toList();
    }

    Stream<Figures> figures(Load load, Contender contender) {
        return runs(load, contender).stream().map(Run::figures).filter(Objects::nonNull);
    }

    OptionalDouble median(Load load, Contender contender, Function<Figures, @Nullable Double> value) {
        return median(
                figures(load, contender).map(value).filter(Objects::nonNull).toList());
    }

    /** Of the rates of two contenders: the middle of the rounds' ratios, since the machine's speed drifts from round to round. */
    OptionalDouble ratio(Load load, Contender contender, Load otherLoad, Contender other) {
        Map<Integer, Double> divisors = rates(otherLoad, other);
        return median(rates(load, contender).entrySet().stream()
                .filter(rate -> divisors.containsKey(rate.getKey()))
                .map(rate -> rate.getValue() / divisors.get(rate.getKey()))
                .toList());
    }

    private Map<Integer, Double> rates(Load load, Contender contender) {
        var rates = new LinkedHashMap<Integer, Double>();
        for (Run run : runs(load, contender)) {
            if (run.figures() != null) {
                rates.put(run.round(), run.figures().perSecond());
            }
        }
        return rates;
    }

    private static OptionalDouble median(List<Double> values) {
        if (values.isEmpty()) {
            return OptionalDouble.empty();
        }
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return OptionalDouble.of(
                sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2);
    }
}

package bookstore.billing.command;

import bookstore.billing.replay.Effect;
import bookstore.billing.replay.Forecast;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Forecasts as they are printed. */
final class Forecasts {

    private Forecasts() {}

    static void print(Forecast forecast, PrintWriter out) {
        out.println(LetterLines.head(
                forecast.letter(),
                "%-20s (%s)"
                        .formatted(
                                forecast.effect().word(),
                                Lines.printable(forecast.letter().reason()))));
        LetterLines.print(forecast.letter(), out);
        LetterLines.line(Lines.printable(forecast.why()), out);
    }

    /** How many of each. */
    static void summary(Collection<Forecast> forecasts, PrintWriter out) {
        if (forecasts.isEmpty()) {
            return;
        }
        var table = new Table("effect", "letters", "looked up first");
        counts(forecasts)
                .forEach((effect, count) -> table.row(
                        effect.word(),
                        count,
                        forecasts.stream()
                                .filter(forecast -> forecast.effect() == effect && forecast.lookUp())
                                .count()));
        table.print(out);
    }

    static Map<Effect, Integer> counts(Collection<Forecast> forecasts) {
        var counts = new EnumMap<Effect, Integer>(Effect.class);
        forecasts.forEach(forecast -> counts.merge(forecast.effect(), 1, Integer::sum));
        return counts;
    }

    static Map<String, Integer> words(Collection<Forecast> forecasts) {
        var words = new LinkedHashMap<String, Integer>();
        counts(forecasts).forEach((effect, count) -> words.put(effect.word(), count));
        return words;
    }
}

package bookstore.billing.replay;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the replay of a dead letter would come to, by what is known at the moment; its consumer decides when it comes.
 *
 * @param why one line for a person
 * @param lookUp whether the provider would be asked for an earlier charge before the order is charged
 * @param firstFailedAt what the header of the copy would say
 */
public record Forecast(DeadLetter letter, Effect effect, String why, boolean lookUp, Instant firstFailedAt) {

    /**
     * What an operator is told of it.
     *
     * @param place where its letter is: a queue or a table
     */
    public Map<String, @Nullable Object> fields(String place) {
        Map<String, @Nullable Object> fields = letter.fields(place);
        fields.put("effect", effect.word());
        fields.put("sent", effect.isReplayed());
        fields.put("lookUp", lookUp);
        fields.put("why", why);
        return fields;
    }
}

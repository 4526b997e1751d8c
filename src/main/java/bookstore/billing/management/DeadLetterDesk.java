package bookstore.billing.management;

import bookstore.billing.delivery.OneLine;
import bookstore.billing.replay.DeadLetters;
import bookstore.billing.replay.DiscardResult;
import bookstore.billing.replay.Progress;
import bookstore.billing.replay.ReplayResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Dead letters in the words of the management port: what is there, what a replay would do, and both ways out. */
public final class DeadLetterDesk {

    private static final Logger LOG = LoggerFactory.getLogger(DeadLetterDesk.class);

    private final DeadLetters deadLetters;

    public DeadLetterDesk(DeadLetters deadLetters) {
        this.deadLetters = deadLetters;
    }

    List<Map<String, @Nullable Object>> list(Choice choice) {
        var found = new ArrayList<Map<String, @Nullable Object>>();
        for (String queue : choice.queues()) {
            deadLetters
                    .list(queue, choice.source(), choice.filter())
                    .forEach(letter -> found.add(letter.fields(choice.place(queue))));
        }
        return found;
    }

    List<Map<String, @Nullable Object>> plan(Choice choice) {
        var found = new ArrayList<Map<String, @Nullable Object>>();
        for (String queue : choice.queues()) {
            deadLetters
                    .plan(queue, choice.source(), choice.filter())
                    .forEach(forecast -> found.add(forecast.fields(choice.place(queue))));
        }
        return found;
    }

    /** @param user who is at the desk, for the log */
    Replayed replay(Choice choice, int limit, double perSecond, String user) {
        requireGiven(choice);
        if (limit < 1 || !(perSecond > 0)) {
            throw new IllegalArgumentException("limit and perSecond are above 0");
        }
        var results = new ArrayList<Map<String, @Nullable Object>>();
        boolean failed = false;
        int left = limit;
        for (String queue : choice.queues()) {
            if (left > 0 && !failed) {
                ReplayResult result =
                        deadLetters.replay(queue, choice.source(), choice.filter(), left, perSecond, Progress.SILENT);
                left -= result.replayed().size();
                failed = result.failed();
                log(result, choice.place(queue), user);
                results.add(replay(result, choice.place(queue)));
            }
        }
        return new Replayed(results, failed);
    }

    /**
     * @param why for whoever looks for them later
     * @param user who decides; recorded
     */
    List<Map<String, @Nullable Object>> discard(Choice choice, int limit, @Nullable String why, String user) {
        requireGiven(choice);
        if (limit < 1) {
            throw new IllegalArgumentException("limit is above 0");
        }
        if (Texts.isMissing(why) || Texts.isMissing(user)) {
            throw new IllegalArgumentException("a discard says why, and who decides");
        }
        var results = new ArrayList<Map<String, @Nullable Object>>();
        int left = limit;
        for (String queue : choice.queues()) {
            if (left > 0) {
                DiscardResult result = deadLetters.discard(queue, choice.source(), choice.filter(), left, why, user);
                left -= result.discarded().size();
                log(result, choice.place(queue), why, user);
                results.add(discard(result, choice.place(queue)));
            }
        }
        return results;
    }

    /** Of an empty queue there is nothing to tell. */
    private static void log(ReplayResult result, String place, String user) {
        if (result.there() > 0) {
            LOG.info(
                    "{} replayed {} of {} dead letters in {}, {} refused{}",
                    OneLine.of(user),
                    result.replayed().size(),
                    result.there(),
                    place,
                    result.refused().size(),
                    result.stopped() == null ? "" : "; stopped: " + OneLine.of(result.stopped()));
        }
    }

    private static void log(DiscardResult result, String place, String why, String user) {
        if (result.there() > 0) {
            LOG.info(
                    "{} discarded {} of {} dead letters in {}: {}",
                    OneLine.of(user),
                    result.discarded().size(),
                    result.there(),
                    place,
                    OneLine.of(why));
        }
    }

    private static void requireGiven(Choice choice) {
        if (!choice.isGiven()) {
            throw new IllegalArgumentException("say which: queue, reason, messageId, order, olderThan or newerThan");
        }
    }

    private static Map<String, @Nullable Object> replay(ReplayResult result, String place) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("place", place);
        json.put("there", result.there());
        json.put("selected", result.selected());
        json.put("sent", result.replayed().size());
        json.put("left", result.left());
        json.put("stopped", result.stopped());
        json.put(
                "refused",
                result.refused().stream()
                        .map(forecast -> forecast.fields(place))
                        .toList());
        return json;
    }

    private static Map<String, @Nullable Object> discard(DiscardResult result, String place) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("place", place);
        json.put("there", result.there());
        json.put("left", result.left());
        json.put(
                "discarded",
                result.discarded().stream().map(letter -> letter.fields(place)).toList());
        return json;
    }
}

package bookstore.billing.management;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a replay came to.
 *
 * @param results one a queue, as far as it came
 * @param failed whether a server has ended it
 */
record Replayed(List<Map<String, @Nullable Object>> results, boolean failed) {}

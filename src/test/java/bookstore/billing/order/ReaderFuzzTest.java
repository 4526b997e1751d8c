package bookstore.billing.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import bookstore.billing.delivery.RefusedMessageException;
import bookstore.billing.order.FuzzedMessages.Fuzzed;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.time.Duration;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Whatever bytes come, the reader refuses them in its own words or reads what they say, and soon. {@code
 * -Dbilling.fuzz.inputs=100000} is the long run, {@code -Dbilling.fuzz.seed=...} repeats one.
 */
class ReaderFuzzTest {

    private static final int INPUTS = Integer.getInteger("billing.fuzz.inputs", 20_000);
    private static final long SEED = Long.getLong("billing.fuzz.seed", System.nanoTime());
    private static final int WARM_UP = 2_000;
    private static final Duration BOUND = Duration.ofMillis(100);

    private final Logger differences = (Logger) LoggerFactory.getLogger("bookstore.billing.message.MessageId");
    private final @Nullable Level before = differences.getLevel();
    private final OrderReader orders = new OrderReader();

    @BeforeEach
    void quiet() {
        differences.setLevel(Level.OFF);
    }

    @AfterEach
    void loud() {
        differences.setLevel(before);
    }

    @Test
    void readerRefusesOrReadsWhatTheTextSaysAndNeverTakesLong() {
        System.out.println("fuzz: " + INPUTS + " inputs, -Dbilling.fuzz.seed=" + SEED);
        var messages = new FuzzedMessages(new Random(SEED));
        int read = 0;
        long longest = 0;
        long start = System.nanoTime();
        for (int i = 0; i < INPUTS; i++) {
            Fuzzed fuzzed = messages.next();
            long began = System.nanoTime();
            OrderMessage order = read(i, fuzzed);
            long took = System.nanoTime() - began;
            if (i >= WARM_UP) {
                // the collector or a neighbour may have run meanwhile, but not every time
                for (int again = 0; again < 3 && took > BOUND.toNanos() / 10; again++) {
                    began = System.nanoTime();
                    read(i, fuzzed);
                    took = Math.min(took, System.nanoTime() - began);
                }
                longest = Math.max(longest, took);
                assertThat(Duration.ofNanos(took)).as("input %s: %s", i, fuzzed).isLessThan(BOUND);
            }
            if (order != null) {
                read++;
            }
            check(i, fuzzed, order);
        }
        System.out.printf(
                "fuzz: %d read, %d refused, the longest took %.1f ms, all %.1f s%n",
                read, INPUTS - read, longest / 1e6, (System.nanoTime() - start) / 1e9);
        // a reader that refuses everything would pass everything above
        assertThat(read).isGreaterThan(INPUTS / 10);
    }

    private @Nullable OrderMessage read(int number, Fuzzed fuzzed) {
        try {
            return orders.read(fuzzed.message());
        } catch (RefusedMessageException e) {
            return null;
        } catch (RuntimeException | Error e) {
            return fail("input " + number + ": " + fuzzed, e);
        }
    }

    private static void check(int number, Fuzzed fuzzed, @Nullable OrderMessage read) {
        if (fuzzed.isIntact()) {
            String said = read == null ? "refused" : read.order().fingerprint();
            assertThat(said).as("input %s: %s", number, fuzzed).isEqualTo(fuzzed.says());
        } else if (read != null) {
            assertThat(fuzzed.numbers())
                    .as("input %s: %s", number, fuzzed)
                    .anyMatch(value -> value.compareTo(read.order().total().amount()) == 0);
        }
    }
}

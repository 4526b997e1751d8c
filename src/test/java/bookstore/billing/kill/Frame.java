package bookstore.billing.kill;

import org.jspecify.annotations.Nullable;

/**
 * A piece of a connection that is passed on as a whole.
 *
 * @param says what it means, in the words that a {@link Trap} waits for; null where nobody waits for it
 */
record Frame(byte[] bytes, @Nullable String says) {}

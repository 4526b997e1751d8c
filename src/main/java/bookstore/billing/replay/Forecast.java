package bookstore.billing.replay;

import java.time.Instant;

/**
 * What the replay of a dead letter would come to, by what is known at the moment; its consumer decides when it comes.
 *
 * @param why one line for a person
 * @param lookUp whether the provider would be asked for an earlier charge before the order is charged
 * @param firstFailedAt what the header of the copy would say
 */
public record Forecast(DeadLetter letter, Effect effect, String why, boolean lookUp, Instant firstFailedAt) {}

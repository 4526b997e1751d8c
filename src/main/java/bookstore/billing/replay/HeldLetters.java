package bookstore.billing.replay;

import java.util.List;

/**
 * Dead letters that nobody else can take while they are held. Closing gives back what was not taken out, in its old
 * order; so does the end of the process, whatever its manner.
 */
interface HeldLetters extends AutoCloseable {

    /** The consumer's queue that they are of. */
    String queue();

    /** Those that were there when the holding began, the oldest first. */
    List<DeadLetter> letters();

    /** How many more there were than can be held at a time. */
    long beyond();

    /** Takes the letter out; its consumer's queue has its copy. */
    void replayed(DeadLetter letter);

    /** Records who gave the letter up and why, and takes it out. */
    void discard(DeadLetter letter, String reason, String user);

    @Override
    void close();
}

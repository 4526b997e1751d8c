package bookstore.billing.replay;

/** Is told how far the work is. */
@FunctionalInterface
public interface Progress {

    /** Tells nobody. */
    Progress SILENT = (done, of) -> {};

    /**
     * @param done dead letters that are through, sent or refused
     * @param of all that were selected
     */
    void step(int done, int of);
}

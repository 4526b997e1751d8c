package bookstore.billing.command;

/** What a command's exit status says, the same for all of them. */
final class ExitStatus {

    /** All that was asked for is done, or what was compared is equal. */
    static final int DONE = 0;

    /** The command has done what it could, and something is left for a person: refused, not there, or different. */
    static final int LEFT = 1;

    /** The arguments or the settings are wrong; nothing was begun. */
    static final int USAGE = 2;

    /** A server is away or refused us, or the command broke down; what was done before stands. */
    static final int FAILED = 3;

    /** For {@code exitCodeList} of a command. */
    static final String DONE_TEXT = " 0:Done.";

    static final String LEFT_TEXT = " 1:Something is left for a person: refused, not there, or different.";
    static final String USAGE_TEXT = " 2:The arguments or the settings are wrong; nothing was begun.";
    static final String FAILED_TEXT = " 3:A server is away or refused us; what was done before stands.";

    private ExitStatus() {}
}

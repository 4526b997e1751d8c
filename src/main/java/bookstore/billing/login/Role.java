package bookstore.billing.login;

/** What somebody who has logged in may do. */
public enum Role {
    /** Looks at everything and changes nothing. */
    VIEWER,
    /** Looks and acts: replays, discards. */
    OPERATOR
}

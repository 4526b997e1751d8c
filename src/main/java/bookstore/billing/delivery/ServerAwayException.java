package bookstore.billing.delivery;

/** A message needs a server that is known to be away, and was not tried: its turn comes later. */
public final class ServerAwayException extends TryLaterException {

    private static final long serialVersionUID = 1L;

    public ServerAwayException(Server server) {
        super(server + " is away");
    }
}

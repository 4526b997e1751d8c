package bookstore.billing.invoice;

import bookstore.billing.delivery.Reason;
import bookstore.billing.delivery.RefusedMessageException;

/** The order has an invoice already, of another amount or currency than this message says. */
public final class OrderConflictException extends RefusedMessageException {

    private static final long serialVersionUID = 1L;

    public OrderConflictException(String text) {
        super(Reason.ORDER_CONFLICT, text);
    }
}

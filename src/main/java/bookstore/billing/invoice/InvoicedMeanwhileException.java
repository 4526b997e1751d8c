package bookstore.billing.invoice;

import bookstore.billing.delivery.TryLaterException;

/**
 * ON CONFLICT found an invoice that the look-up under the order's lock had not: somebody writes invoices without that
 * lock. The next try finds the invoice and compares it.
 */
public final class InvoicedMeanwhileException extends TryLaterException {

    private static final long serialVersionUID = 1L;

    public InvoicedMeanwhileException(String text) {
        super(text);
    }
}

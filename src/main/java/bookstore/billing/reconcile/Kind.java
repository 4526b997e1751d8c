package bookstore.billing.reconcile;

import com.fasterxml.jackson.annotation.JsonValue;

/** In what ledger and tables differ. */
public enum Kind {
    CHARGE_WITHOUT_INVOICE("charge-without-invoice"),
    INVOICE_WITHOUT_CHARGE("invoice-without-charge"),
    /** Another amount or another currency. */
    AMOUNT_DIFFERS("amount-differs"),
    /** More than one charge of the order is captured. */
    CHARGED_TWICE("charged-twice"),
    /** The captured charge is not the one that the invoice names, so there may be two. */
    OTHER_PAYMENT("other-payment"),
    /** The provider's status of the charge and that of the row in {@code payment}. */
    STATUS_DIFFERS("status-differs");

    private final String word;

    Kind(String word) {
        this.word = word;
    }

    /** The fixed word for it, in tables and JSON. */
    @JsonValue
    public String word() {
        return word;
    }
}

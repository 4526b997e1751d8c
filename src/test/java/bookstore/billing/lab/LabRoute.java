package bookstore.billing.lab;

/** The laboratory's routes; each has a file and a queue of its name, and those that write invoices a table too. */
enum LabRoute {
    CHECK_THEN_ACT("check-then-act"),
    INBOX("inbox"),
    NATURAL_KEY("natural-key"),
    TAKE_STOCK("take-stock"),
    TAKE_STOCK_WITH_INBOX("take-stock-with-inbox");

    private final String word;

    LabRoute(String word) {
        this.word = word;
    }

    String file() {
        return "routes/lab/" + word + ".camel.yaml";
    }

    String queue() {
        return "lab-" + word;
    }

    String invoiceTable() {
        return "lab." + word.replace('-', '_') + "_invoice";
    }
}

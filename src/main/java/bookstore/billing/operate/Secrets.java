package bookstore.billing.operate;

/** Takes out of a text what must not reach a log. */
final class Secrets {

    private Secrets() {}

    /** The text without the passwords that stand in addresses, as a parameter or as part of the user's. */
    static String hidden(String text) {
        return text.replaceAll("(?i)(password=)[^&\\s]*", "$1***").replaceAll("(://[^/\\s:@]*):[^/\\s@]*@", "$1:***@");
    }
}

package bookstore.billing.dev;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestInfo;

/** In which mode a class tells its story; told once, it holds for both. */
public final class Mode {

    /** On a class that tells the story of the one that it extends, with payments that hold no connection. */
    @Target(ElementType.TYPE)
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Claim {}

    private Mode() {}

    /** The setting of the class that runs. */
    public static String of(TestInfo test) {
        boolean claim = test.getTestClass().orElseThrow().isAnnotationPresent(Claim.class);
        return "billing.invoice.mode=" + (claim ? "claim" : "transaction");
    }
}

package bookstore.billing.dev;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import org.slf4j.LoggerFactory;

/**
 * {@code mvn spring-boot:test-run}: the application and all its servers on this machine, the main job on real messages, and
 * what came of it. With the argument {@code lab} it hands over to the laboratory.
 */
public final class Demo {

    private static final String LABORATORY = "bookstore.billing.lab.Laboratory";

    private final Terminal terminal = Terminal.ofThisProcess();
    private final Path log;

    private Demo(Path log) {
        this.log = log;
    }

    public static void main(String[] args) throws Exception {
        if (args.length > 0 && args[0].equals("lab")) {
            laboratory(Arrays.copyOfRange(args, 1, args.length));
            return;
        }
        Path log = ServerFolder.path().resolve("demo.log");
        // before anybody logs: the story is told in plain words, the log goes to a file
        System.setProperty("billing.demo.log", log.toString());
        System.setProperty("logback.configurationFile", "logback-demo.xml");
        LoggerFactory.getILoggerFactory();
        System.clearProperty("logback.configurationFile");
        System.setProperty("logging.config", "classpath:logback-demo.xml");
        stopWithParent();
        new Demo(Path.of("").toAbsolutePath().relativize(log)).run();
    }

    /** Looked up by its name, since the demo is there without it. */
    private static void laboratory(String[] args) throws ReflectiveOperationException {
        Method main;
        try {
            main = Class.forName(LABORATORY).getDeclaredMethod("main", String[].class);
        } catch (ClassNotFoundException e) {
            System.err.println("there is no laboratory here: " + LABORATORY + " is not on the class path");
            System.exit(2);
            return;
        }
        main.setAccessible(true);
        main.invoke(null, (Object) args);
    }

    /** Maven's end is ours, even by kill -9: nobody would know of us any more. */
    private static void stopWithParent() {
        ProcessHandle.current().parent().ifPresent(parent -> parent.onExit().thenRun(() -> System.exit(0)));
    }

    private void run() throws InterruptedException {
        try {
            terminal.heading("billing-invoice, on servers of its own; they end with it");
            DemoServers servers = DemoServers.start(terminal);
            var shop = new Shop(servers.broker(), terminal);
            Deliveries deliveries = Deliveries.listen(delivery -> tell(delivery, shop));
            AtEnd.run(() -> stop(deliveries));
            new Story(servers, shop, deliveries, terminal).tell();

            var reckoning = new Reckoning(servers, shop, deliveries);
            reckoning.tell(terminal);
            new MailReckoning(servers, shop).tell(terminal);
            servers.tellAddresses(terminal, log);
            var prompt = new Prompt(shop, reckoning, terminal);
            prompt.tellWords();
            prompt.answer(System.in);
        } catch (RuntimeException | IOException e) {
            LoggerFactory.getLogger(Demo.class).error("the demo failed", e);
            terminal.say(Terminal.Colour.RED, "%nThe demo failed: %s%nMore in %s", e, log);
            System.exit(1);
        }
        new CountDownLatch(1).await();
    }

    private void tell(Delivery delivery, Shop shop) {
        terminal.say(
                delivery.fate().colour(),
                "  delivered  order %s  %-6s  %s",
                shop.letterOf(delivery.messageId())
                        .map(letter -> letter.order().shortId())
                        .orElse("?   "),
                delivery.messageId(),
                delivery.inWords());
    }

    /** What the stop interrupts is no part of the story any more. */
    private void stop(Deliveries deliveries) {
        deliveries.stop();
        terminal.say("%nStopping.");
    }
}

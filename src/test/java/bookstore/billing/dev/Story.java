package bookstore.billing.dev;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** What the demo sends, scene by scene: each waits until its messages have come to their end. */
final class Story {

    private static final Duration SCENE_LIMIT = Duration.ofSeconds(60);

    private final DemoServers servers;
    private final Shop shop;
    private final Deliveries deliveries;
    private final Terminal terminal;
    private int scenes;

    Story(DemoServers servers, Shop shop, Deliveries deliveries, Terminal terminal) {
        this.servers = servers;
        this.shop = shop;
        this.deliveries = deliveries;
        this.terminal = terminal;
    }

    void tell() {
        servers.provider().delay(Duration.ofMillis(200));

        List<Shop.Order> first = Stream.of("19.90", "249.00", "75.50")
                .map(total -> shop.order(total.equals("75.50") ? "sent once" : "sent, and a copy later", total))
                .toList();
        scene("Three orders, each sent once", () -> first.forEach(shop::send));
        scene(
                "Copies of two of them, as from a publisher that saw no confirm and cannot know",
                () -> shop.confirmed().stream().limit(2).toList().forEach(shop::sendAgain));
        scene(
                "Two copies of one message at the very same moment",
                "two copies at once",
                "120.00",
                order -> shop.sendTwiceAtOnce(order));
        scene("One order under two message ids, at the same moment", "under two message ids", "64.00", order -> {
            shop.send(order);
            shop.send(order);
        });
        scene("The provider refuses the first try with 503", "payment fails once", "310.00", order -> {
            servers.provider().forOrder(order.id()).failNext(1, 503);
            shop.send(order);
        });
        scene("The provider charges, but its answer is lost", "answer lost after charge", "42.00", order -> {
            servers.provider().forOrder(order.id()).chargeAndReset(1);
            shop.send(order);
        });
        scene(
                "A bad message: its total is no number",
                () -> shop.send(shop.badOrder("(bad message, no order)", "much")));
    }

    private void scene(String title, String story, String total, Consumer<Shop.Order> play) {
        scene(title, () -> play.accept(shop.order(story, total)));
    }

    private void scene(String title, Runnable play) {
        scenes++;
        terminal.heading(scenes + ". " + title);
        play.run();
        await().atMost(SCENE_LIMIT)
                .until(() -> deliveries.ended() >= shop.confirmed().size());
    }
}

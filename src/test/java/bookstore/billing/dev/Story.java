package bookstore.billing.dev;

import static org.awaitility.Awaitility.await;

import java.time.Duration;

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

        scene("Two orders, each sent once", () -> {
            shop.send(shop.order("sent, a late copy", "19.90"));
            shop.send(shop.order("sent once", "75.50"));
        });
        scene("A copy comes when all is done", () -> shop.send(shop.sent().get(0)));
        scene("The publisher loses its connection before it sees the confirms of two orders", () -> {
            shop.sendUnconfirmedAndAgain(shop.order("sent again, no confirm", "249.00"));
            shop.sendUnconfirmedAndAgain(shop.order("sent again, no confirm", "88.00"));
        });
        scene(
                "Two copies of one message at the very same moment",
                () -> shop.sendTwiceAtOnce(shop.order("two copies at once", "120.00")));
        scene("One order under two message ids", () -> {
            Shop.Order order = shop.order("under two message ids", "64.00");
            shop.send(order);
            shop.send(order);
        });
        scene("The provider refuses the first try", () -> {
            Shop.Order order = shop.order("payment fails once", "310.00");
            servers.provider().forOrder(order.id()).failNext(1, 503);
            shop.send(order);
        });
        scene("The provider charges, but its answer is lost", () -> {
            Shop.Order order = shop.order("charged, answer lost", "42.00");
            servers.provider().forOrder(order.id()).chargeAndReset(1);
            shop.send(order);
        });
        scene("A bad message: its total is no number", () -> shop.send(shop.badOrder("(bad message)", "\"much\"")));
    }

    private void scene(String title, Runnable play) {
        scenes++;
        terminal.heading(scenes + ". " + title);
        play.run();
        await().atMost(SCENE_LIMIT)
                .until(() -> deliveries.ended() >= shop.sent().size());
    }
}

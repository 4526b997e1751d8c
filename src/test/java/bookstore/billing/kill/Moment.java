package bookstore.billing.kill;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** When the blow falls. */
interface Moment {

    Duration LIMIT = Duration.ofSeconds(60);

    /** Before anything is published. */
    void prepare(Scene scene, Batch batch);

    /** Returns when it has come; whatever was caught there is held until the blow. */
    void reach(Scene scene, Batch batch);

    /** The trap that holds the connection on which the moment has come. */
    default Trap trap() {
        throw new IllegalStateException("this moment is not one of a connection");
    }

    static void until(Callable<Boolean> condition) {
        await().atMost(LIMIT).pollInterval(Duration.ofMillis(20)).until(condition);
    }

    /** Something is said on a connection to a server; every part of it that has not passed is held. */
    record Said(Server server, String says, boolean passes, Trap trap) implements Moment {

        @Override
        public void prepare(Scene scene, Batch batch) {
            server.proxy(scene).set(trap);
        }

        @Override
        public void reach(Scene scene, Batch batch) {
            until(trap::isSprung);
        }
    }

    enum Server {
        DATABASE,
        BROKER;

        Proxy proxy(Scene scene) {
            return this == DATABASE ? scene.toDatabase() : scene.toBroker();
        }

        /** The bytes are held, and do not arrive unless they are let go. */
        Moment before(String says) {
            return new Said(this, says, false, new Trap(says, false));
        }

        /** The server has done it; its answer is held. */
        Moment done(String says) {
            return before("answer to " + says);
        }

        /** The bytes have passed. */
        Moment after(String says) {
            return new Said(this, says, true, new Trap(says, true));
        }
    }

    /** The provider has the request and has not charged; it goes on when the process is dead. */
    record ChargeSent() implements Moment {

        @Override
        public void prepare(Scene scene, Batch batch) {
            scene.provider().forOrder(batch.first()).next(1).hold();
        }

        @Override
        public void reach(Scene scene, Batch batch) {
            until(() -> scene.provider().requests(batch.first()).stream()
                    .anyMatch(request -> request.method().equals("POST")));
        }
    }

    /** The charge is in the ledger, and its answer never comes. */
    record ChargeMade() implements Moment {

        @Override
        public void prepare(Scene scene, Batch batch) {
            scene.provider().forOrder(batch.first()).chargeAndHang(1);
        }

        @Override
        public void reach(Scene scene, Batch batch) {
            until(() -> !scene.provider().charges(batch.first()).isEmpty());
        }
    }

    /**
     * A failed try has rolled back; before it goes on, a waiting copy of the same message does the work and commits. Then the
     * failed try ends, to its dead letter and its ack.
     */
    record LateCleanUp(Trap trap) implements Moment {

        LateCleanUp() {
            this(new Trap("^answer to ROLLBACK", false));
        }

        @Override
        public void prepare(Scene scene, Batch batch) {
            scene.toDatabase().set(trap);
        }

        @Override
        public void reach(Scene scene, Batch batch) {
            until(trap::isSprung);
            until(() -> Evidence.invoices(scene, batch.refusedOnce()) == 1);
            trap.letGo();
            until(() -> scene.broker().ready(Scene.DEAD_LETTERS) > 0 && scene.unfinished() == 0);
        }
    }

    /**
     * A claim's owner has been charged for its order and is about to finish, when its lease ends; others take its order over
     * and write the invoice. Then the owner goes on.
     */
    record LeaseOver(Trap trap) implements Moment {

        LeaseOver() {
            this(new Trap("^WITH done AS \\( INSERT INTO processed_message", false));
        }

        @Override
        public void prepare(Scene scene, Batch batch) {
            scene.toDatabase().set(trap);
        }

        @Override
        public void reach(Scene scene, Batch batch) {
            until(trap::isSprung);
            scene.jdbc().update("UPDATE inbox_claim SET deadline = clock_timestamp()");
            until(() -> batch.good().stream().allMatch(order -> Evidence.invoices(scene, order) == 1));
            trap.letGo();
            until(() -> scene.unfinished() == 0);
        }
    }

    /** So long after the last message was published. */
    record Chance(Duration after) implements Moment {

        @Override
        public void prepare(Scene scene, Batch batch) {
            // nothing to set
        }

        @Override
        public void reach(Scene scene, Batch batch) {
            LockSupport.parkNanos(after.toNanos());
        }
    }
}

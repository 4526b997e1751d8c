package bookstore.billing.kill;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Catches the first frame that says something, and holds its connection there until it is let go. */
final class Trap {

    private final Pattern says;
    private final boolean passes;
    private final AtomicBoolean taken = new AtomicBoolean();
    private final CountDownLatch sprung = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile @Nullable Link link;

    /**
     * @param says what the frame says, as its {@link Wire} has it; a part of it is enough
     * @param passes whether the frame itself still passes
     */
    Trap(String says, boolean passes) {
        this.says = Pattern.compile(says);
        this.passes = passes;
    }

    boolean catches(Frame frame) {
        return frame.says() != null && says.matcher(frame.says()).find() && taken.compareAndSet(false, true);
    }

    boolean passes() {
        return passes;
    }

    void hold(Link caught) throws InterruptedException {
        link = caught;
        sprung.countDown();
        end.await();
    }

    boolean isSprung() {
        return sprung.getCount() == 0;
    }

    /** The connection that it caught goes on, if it is still there. */
    void letGo() {
        end.countDown();
    }

    /** Cuts the connection that it caught; a frame that has not passed never will. */
    void cut() {
        Link caught = link;
        if (caught != null) {
            caught.close();
        }
        letGo();
    }

    @Override
    public String toString() {
        return (passes ? "after " : "before ") + says;
    }
}

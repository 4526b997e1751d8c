package bookstore.billing.kill;

import java.util.random.RandomGenerator;

/**
 * A place on a message's way, and what happens there.
 *
 * @param name as the table has it
 * @param moment a new one each time, since it is used up
 */
record Point(String name, Batch.Kind batch, When moment, Blow blow) {

    @FunctionalInterface
    interface When {
        Moment next(RandomGenerator random);
    }

    @Override
    public String toString() {
        return name;
    }
}

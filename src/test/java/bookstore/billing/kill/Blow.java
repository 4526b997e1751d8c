package bookstore.billing.kill;

import java.time.Instant;

/** What happens at the moment. Each returns the instant from which the recovery is timed. */
enum Blow {
    /** SIGKILL for the process, which is started again at once. */
    KILL {
        @Override
        Instant fall(Scene scene, Moment moment) {
            scene.killProcess();
            Instant start = Instant.now();
            scene.launchProcess();
            return start;
        }
    },
    /** SIGKILL for the broker; timed from its return. */
    KILL_BROKER {
        @Override
        Instant fall(Scene scene, Moment moment) {
            scene.restartBroker();
            return Instant.now();
        }
    },
    /** {@code pg_ctl stop -m immediate}; timed from its return. */
    STOP_DATABASE {
        @Override
        Instant fall(Scene scene, Moment moment) {
            scene.restartDatabase();
            return Instant.now();
        }
    },
    /** The connection on which the moment came is cut. */
    CUT {
        @Override
        Instant fall(Scene scene, Moment moment) {
            moment.trap().cut();
            return Instant.now();
        }
    },
    /** Every connection to the database of this moment goes silent, with no end that anybody could see. */
    SILENCE_DATABASE {
        @Override
        Instant fall(Scene scene, Moment moment) {
            scene.toDatabase().silence();
            return Instant.now();
        }
    },
    /** The same for the broker. */
    SILENCE_BROKER {
        @Override
        Instant fall(Scene scene, Moment moment) {
            scene.toBroker().silence();
            return Instant.now();
        }
    };

    abstract Instant fall(Scene scene, Moment moment);

    boolean isServers() {
        return this != KILL;
    }
}

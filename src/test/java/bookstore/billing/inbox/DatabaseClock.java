package bookstore.billing.inbox;

import bookstore.billing.dev.Database;

/**
 * A database that stands somewhere and believes that it is some time: whoever connects to it finds a {@code now()} before the
 * server's own.
 */
final class DatabaseClock implements AutoCloseable {

    private final Database database;
    private final String now;

    /** @param now any timestamptz */
    DatabaseClock(Database database, String now, String zone) {
        this.database = database;
        this.now = now;
        database.update("CREATE SCHEMA clock");
        database.update("CREATE FUNCTION clock.now() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT timestamptz '"
                + now + "' $$");
        alter("SET search_path = clock, pg_catalog, public");
        alter("SET timezone = '" + zone + "'");
    }

    /** As an expression of SQL, whoever evaluates it. */
    String now() {
        return "timestamptz '" + now + "'";
    }

    private void alter(String what) {
        database.update("ALTER DATABASE " + database.name() + " " + what);
    }

    @Override
    public void close() {
        alter("RESET ALL");
        database.update("DROP SCHEMA clock CASCADE");
    }
}

package bookstore.billing.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.BadSqlGrammarException;

class DatabaseTest {

    @Test
    void everyDatabaseStartsEmptyAndSeesNothingOfAnother() {
        try (Database one = Database.create();
                Database other = Database.create()) {
            one.update("create table book (title text)");

            assertThat(one.update("insert into book values (?), (?)", "Emma", null))
                    .isEqualTo(2);

            assertThat(one.count("select count(*) from book where title = ?", "Emma"))
                    .isEqualTo(1);
            assertThat(one.rows("select title from book where title is not null"))
                    .singleElement()
                    .satisfies(row -> assertThat(row).containsEntry("title", "Emma"));
            assertThatThrownBy(() -> other.count("select count(*) from book"))
                    .isInstanceOf(BadSqlGrammarException.class);
        }
    }

    @Test
    void urlUsernameAndPasswordAreAllThatAnApplicationNeeds() throws SQLException {
        try (Database database = Database.create();
                Connection connection =
                        DriverManager.getConnection(database.url(), database.username(), database.password())) {
            assertThat(connection.isValid(1)).isTrue();
        }
    }

    @Test
    void databasesCanBeCreatedAtTheSameMoment() {
        List<Database> databases = IntStream.range(0, 8)
                .parallel()
                .mapToObj(i -> Database.create())
                .toList();

        assertThat(databases).extracting(Database::url).doesNotHaveDuplicates();
        databases.forEach(Database::close);
    }

    @Test
    void severalInstancesWithFullPoolsFindRoom() {
        try (Database database = Database.create()) {
            assertThat(database.count("select current_setting('max_connections')::int"))
                    .isGreaterThanOrEqualTo(200);
        }
    }

    @Test
    void aClosedDatabaseIsGoneEvenUnderAnOpenConnection() throws SQLException {
        Database database = Database.create();
        try (Connection connection = database.dataSource().getConnection()) {
            database.close();

            assertThat(connection.isValid(1)).isFalse();
        }
    }
}

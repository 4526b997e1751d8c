package bookstore.billing.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.Message;

class DeadLetterFilterTest {

    @Test
    void letterWithoutAMessageIdIsNoneOfThoseThatWereNamed() {
        var filter = new DeadLetterFilter(List.of(), List.of("msg-1", "msg-2"), null, null, null);

        assertThat(filter.accepts(letter("msg-2"), Instant.now())).isTrue();
        assertThat(filter.accepts(letter("MSG-2"), Instant.now())).isFalse();
        assertThat(filter.accepts(letter(null), Instant.now())).isFalse();
        assertThat(DeadLetterFilter.ALL.accepts(letter(null), Instant.now())).isTrue();
    }

    private static DeadLetter letter(@Nullable String messageId) {
        return new DeadLetter(
                "billing-invoice",
                1,
                messageId,
                null,
                "missing-message-id",
                null,
                1,
                0,
                null,
                null,
                null,
                null,
                new Message(new byte[0]));
    }
}

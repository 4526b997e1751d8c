package bookstore.billing.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OneLineTest {

    /** Escape sequences in seven and in eight bits, ends of lines, and what turns the direction of writing. */
    @ParameterizedTest
    @ValueSource(
            ints = {0x00, 0x07, 0x0a, 0x0d, 0x1b, 0x7f, 0x85, 0x9b, 0x200b, 0x2028, 0x2029, 0x202e, 0x2066, 0xfeff})
    void nothingFromOutsideSteersATerminalOrALog(int character) {
        assertThat(OneLine.of("a" + Character.toString(character) + "b")).isEqualTo("a b");
    }

    @Test
    void lettersOfAllLanguagesStay() {
        assertThat(OneLine.of("sipariş ödendi ✓ 注文 😀")).isEqualTo("sipariş ödendi ✓ 注文 😀");
    }
}

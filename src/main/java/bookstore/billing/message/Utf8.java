package bookstore.billing.message;

import bookstore.billing.delivery.RefusedMessageException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The text of a body: UTF-8 and nothing else, with or without a byte order mark. */
final class Utf8 {

    private static final int MAX_BYTES = 1 << 20;

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private static final Set<String> CHARSETS = Set.of("utf-8", "utf8", "us-ascii");

    /** Publishers put a charset into content_encoding as well; {@code identity} and {@code binary} say "as it is". */
    private static final Set<String> ENCODINGS = Set.of("", "utf-8", "utf8", "us-ascii", "identity", "binary");

    private static final Pattern CHARSET =
            Pattern.compile(";\\s*charset\\s*=\\s*\"?([^\\s\";]*)", Pattern.CASE_INSENSITIVE);

    private Utf8() {}

    /** @throws RefusedMessageException before anything is decoded, where the message says that it is something else */
    static String text(Incoming message) {
        if (message.body().length > MAX_BYTES) {
            throw Refusal.invalid("the body is longer than " + MAX_BYTES + " bytes");
        }
        if (!ENCODINGS.contains(lower(message.contentEncoding()))) {
            throw Refusal.invalid("content_encoding is not UTF-8 or identity");
        }
        Matcher charset = CHARSET.matcher(message.contentType() == null ? "" : message.contentType());
        if (charset.find() && !CHARSETS.contains(lower(charset.group(1)))) {
            throw Refusal.invalid("the content type's charset is not UTF-8");
        }
        return decode(message.body());
    }

    static String decode(byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw Refusal.invalid("the body is not UTF-8");
        }
    }

    /** By the root locale: under a Turkish one "IDENTITY" has no i. */
    private static String lower(@Nullable String text) {
        return text == null ? "" : text.strip().toLowerCase(Locale.ROOT);
    }
}

package bookstore.billing.check;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a file's text, if it is one that a person may have written as a route. */
final class YamlText {

    private static final int LIMIT = 1 << 20;

    private YamlText() {}

    static String of(Path file) throws BrokenFileException {
        try {
            if (Files.size(file) > LIMIT) {
                throw new BrokenFileException(Place.START, "yaml", "the file is larger than 1 MB");
            }
            return decoded(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new BrokenFileException(Place.START, "yaml", "the file cannot be read: " + e.getMessage());
        }
    }

    private static String decoded(byte[] bytes) throws BrokenFileException {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        CharBuffer text = CharBuffer.allocate(bytes.length);
        CoderResult result = decoder.decode(ByteBuffer.wrap(bytes), text, true);
        text.flip();
        if (result.isError()) {
            throw new BrokenFileException(end(text.toString()), "yaml", "the file is not UTF-8 from here on");
        }
        String decoded = text.toString();
        if (decoded.startsWith("\uFEFF")) {
            throw new BrokenFileException(
                    Place.START,
                    "yaml",
                    "the file begins with a byte order mark, which not every tool takes for nothing");
        }
        return decoded;
    }

    private static Place end(String text) {
        int line = (int) text.chars().filter(c -> c == '\n').count() + 1;
        return new Place(line, text.length() - text.lastIndexOf('\n'));
    }
}

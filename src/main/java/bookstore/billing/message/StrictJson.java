package bookstore.billing.message;

import bookstore.billing.delivery.RefusedMessageException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** Reads JSON from strangers: one value, every name once, of bounded depth, its numbers exact decimals. */
final class StrictJson {

    private static final int MAX_DEPTH = 50;

    private static final int MAX_DIGITS = 100;

    /** Amounts are read as decimals: as a double 149.90 would not be 149.90. */
    private final ObjectReader reader = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    // the table of names outlives a message, and strangers choose the names
                    .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                    .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxNumberLength(MAX_DIGITS)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build()
            .reader();

    /** @throws RefusedMessageException with the place of what is wrong; the parser's own text quotes the body */
    JsonNode parse(String text) {
        try {
            return reader.readTree(text);
        } catch (NumberFormatException e) {
            // 1e99999999999: it leaves the parser as it is
            throw Refusal.invalid("the JSON has a number whose exponent is too large");
        } catch (StreamConstraintsException e) {
            throw Refusal.invalid("the JSON is deeper than " + MAX_DEPTH + " levels, or has a number of more than "
                    + MAX_DIGITS + " characters");
        } catch (JsonProcessingException e) {
            JsonLocation place = e.getLocation();
            throw Refusal.invalid("the body is no JSON, or has a name twice"
                    + (place == null ? "" : ", at line " + place.getLineNr() + ", column " + place.getColumnNr()));
        }
    }
}

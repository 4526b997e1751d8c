package bookstore.billing.message;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A message out of its envelope.
 *
 * @param id by which its copies are told
 * @param said the sender's own JSON, of any kind
 */
public record OpenedMessage(String id, JsonNode said) {}

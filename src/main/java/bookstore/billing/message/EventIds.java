package bookstore.billing.message;

import bookstore.billing.delivery.RefusedMessageException;
import io.cloudevents.CloudEvent;
import io.cloudevents.SpecVersion;
import java.util.List;

/** What a CloudEvent calls itself. */
final class EventIds {

    private EventIds() {}

    /**
     * Only source and id together name one event; producers that set the AMQP property set it to the id alone.
     *
     * @return source and id as one text, equal for two events only where both are: the source's length ends the
     *     source, whatever stands in it; then the id alone
     */
    static List<String> of(CloudEvent event) {
        if (event.getSpecVersion() != SpecVersion.V1) {
            throw noEvent();
        }
        String source = event.getSource().toString();
        String id = event.getId();
        if (source.isBlank() || id.isBlank()) {
            throw noEvent();
        }
        return List.of("cloudevent:" + source.length() + ":" + source + ":" + id, id);
    }

    static RefusedMessageException noEvent() {
        return Refusal.invalid("the CloudEvent is not one of version 1.0, with its source, id and type");
    }
}

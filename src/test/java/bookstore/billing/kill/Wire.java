package bookstore.billing.kill;

import java.io.DataInputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Cuts one connection's two streams into frames. Each method is called by one thread. */
interface Wire {

    /** @return null at the end of the stream */
    @Nullable
    Frame fromClient(DataInputStream in) throws IOException;

    /** @return null at the end of the stream */
    @Nullable
    Frame fromServer(DataInputStream in) throws IOException;
}

package bookstore.billing.check;

import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.Node;

/** Where something stands in a file; both from 1. */
record Place(int line, int column) implements Comparable<Place> {

    static final Place START = new Place(1, 1);

    static Place of(Node node) {
        return of(node.getStartMark());
    }

    static Place of(Optional<Mark> mark) {
        return mark.map(at -> new Place(at.getLine() + 1, at.getColumn() + 1)).orElse(START);
    }

    @Override
    public int compareTo(Place other) {
        return line == other.line ? Integer.compare(column, other.column) : Integer.compare(line, other.line);
    }
}

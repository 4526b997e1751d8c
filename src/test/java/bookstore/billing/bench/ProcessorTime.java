package bookstore.billing.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Processor time of a process and all that it has started, as Linux counts it. */
final class ProcessorTime {

    /** Of {@code /proc/<pid>/stat}: USER_HZ is 100 on every Linux that programs see. */
    private static final double MILLIS_PER_TICK = 10;

    private ProcessorTime() {}

    static double millis(long pid) {
        return ProcessHandle.of(pid)
                .map(process -> Stream.concat(Stream.of(process), process.descendants())
                        .mapToDouble(ProcessorTime::ticks)
                        .sum())
                .map(ticks -> ticks * MILLIS_PER_TICK)
                .orElse(0.0);
    }

    /** Its own, and of the children that have ended: utime, stime, cutime, cstime. */
    private static double ticks(ProcessHandle process) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
            // the name in parentheses may contain spaces; the state follows it, field 3 of proc(5)
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return Stream.of(14, 15, 16, 17)
                    .mapToLong(field -> Long.parseLong(fields[field - 3]))
                    .sum();
        } catch (IOException e) {
            if (process.isAlive()) {
                throw new UncheckedIOException(e);
            }
            return 0;
        }
    }
}

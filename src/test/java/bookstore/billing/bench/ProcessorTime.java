package bookstore.billing.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
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

    /** Of the JIT compilers' threads, where the process is a JVM: C1 and C2 come and go, and one that has gone is not counted. */
    static double compilersMillis(long pid) {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            return threads.mapToDouble(thread -> compilerTicks(thread.resolve("stat")))
                            .sum()
                    * MILLIS_PER_TICK;
        } catch (IOException e) {
            return 0;
        }
    }

    private static double compilerTicks(Path stat) {
        try {
            String text = Files.readString(stat);
            String name = text.substring(text.indexOf('(') + 1, text.lastIndexOf(')'));
            return name.startsWith("C1 Compiler") || name.startsWith("C2 Compiler") ? sum(text, 14, 15) : 0;
        } catch (IOException e) {
            // the thread has ended meanwhile
            return 0;
        }
    }

    /** Its own, and of the children that have ended: utime, stime, cutime, cstime. */
    private static double ticks(ProcessHandle process) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
            return sum(stat, 14, 15, 16, 17);
        } catch (IOException e) {
            if (process.isAlive()) {
                throw new UncheckedIOException(e);
            }
            return 0;
        }
    }

    private static double sum(String stat, int... wanted) {
        // the name in parentheses may contain spaces; the state follows it, field 3 of proc(5)
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return IntStream.of(wanted)
                .mapToLong(field -> Long.parseLong(fields[field - 3]))
                .sum();
    }
}

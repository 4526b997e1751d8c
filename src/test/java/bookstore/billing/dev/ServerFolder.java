package bookstore.billing.dev;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/**
 * Where the servers of this JVM write, a folder of its own below {@code target/}, so that two can run at once.
 *
 * <p>A JVM that is killed leaves its PostgreSQL running. The next one that needs a folder stops it and removes what it left. A
 * lock, which ends with its process however that ends, tells what was left from what is in use.
 */
final class ServerFolder {

    private static final Path ALL = Path.of("target", "servers").toAbsolutePath();
    private static final String LOCK = "lock";

    private static final int SECONDS_TO_STOP = 10;

    private final Path path;

    /** Never read, but as long as it is reachable the lock holds. */
    @SuppressWarnings("unused")
    private final FileChannel lock;

    private ServerFolder(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /** This JVM's own, made when it is asked for first. */
    static Path path() {
        return Only.FOLDER.path;
    }

    /** For what processes and web servers put into the temporary folder of the machine, and leave there when they are killed. */
    static Path temporary() {
        try {
            return Files.createDirectories(path().resolve("tmp"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One JVM at a time, or this one could take the other's new folder for a left one, before it is locked. */
    private static ServerFolder open(Path all) {
        try {
            Files.createDirectories(all);
            // closed, it lets the next one through
            try (FileChannel gate = channel(all.resolve(LOCK))) {
                gate.lock();
                removeWhatWasLeft(all);
                Path path = Files.createTempDirectory(all, "run-");
                FileChannel lock = channel(path.resolve(LOCK));
                lock.lock();
                return new ServerFolder(path, lock);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("no folder for the servers below " + all, e);
        }
    }

    private static void removeWhatWasLeft(Path all) throws IOException {
        List<Path> folders;
        try (Stream<Path> paths = Files.list(all)) {
            folders = paths.filter(Files::isDirectory).toList();
        }
        for (Path folder : folders) {
            try (FileChannel channel = channel(folder.resolve(LOCK))) {
                if (channel.tryLock() != null) {
                    stopPostgres(folder.resolve("postgres"));
                    FileSystemUtils.deleteRecursively(folder);
                }
            }
        }
    }

    /** The file names a process; only one that runs on this very folder is PostgreSQL's, others have got its number since. */
    private static void stopPostgres(Path data) throws IOException {
        Path pid = data.resolve("postmaster.pid");
        if (!Files.exists(pid)) {
            return;
        }
        long number = Long.parseLong(Files.readAllLines(pid).get(0).strip());
        ProcessHandle.of(number)
                .filter(process -> process.info()
                        .commandLine()
                        .filter(line -> line.contains(data.toString()))
                        .isPresent())
                .ifPresent(ServerFolder::stop);
    }

    private static void stop(ProcessHandle process) {
        process.destroy();
        try {
            process.onExit().orTimeout(SECONDS_TO_STOP, TimeUnit.SECONDS).join();
        } catch (CompletionException stillRunning) {
            process.destroyForcibly();
            process.onExit().join();
        }
    }

    private static FileChannel channel(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    private static final class Only {

        static final ServerFolder FOLDER = open(ALL);
    }
}

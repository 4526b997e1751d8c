package bookstore.billing.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What to examine.
 *
 * @param paths the files, each once
 * @param folder that of the first one that was named
 */
public record RouteFiles(List<Path> paths, Path folder) {

    private static final String SUFFIX = ".camel.yaml";

    /**
     * @param named files, whatever their names, and folders, whose route files are taken with those of the folders below
     * @throws IllegalArgumentException in one sentence, where one is not there or has no route file
     */
    public static RouteFiles of(List<Path> named) throws IOException {
        var files = new TreeSet<Path>();
        for (Path path : named) {
            if (Files.isDirectory(path)) {
                files.addAll(filesOf(path));
            } else if (Files.isRegularFile(path)) {
                files.add(path);
            } else {
                throw new IllegalArgumentException("there is no file or folder " + path);
            }
        }
        Path first = named.get(0);
        Path parent = first.toAbsolutePath().getParent();
        return new RouteFiles(List.copyOf(files), Files.isDirectory(first) || parent == null ? first : parent);
    }

    private static List<Path> filesOf(Path folder) throws IOException {
        try (Stream<Path> below = Files.walk(folder)) {
            List<Path> files = below.filter(file -> file.toString().endsWith(SUFFIX) && Files.isRegularFile(file))
                    .toList();
            if (files.isEmpty()) {
                throw new IllegalArgumentException("no *" + SUFFIX + " in " + folder);
            }
            return files;
        }
    }
}

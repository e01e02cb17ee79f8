package io.merapi.explain.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Finds case files: below a directory, inside a {@code .zip}, or a single file. */
public final class CaseFiles {

  private CaseFiles() {}

  /** What is done with each case. */
  public interface Visitor {

    /**
     * Takes one case.
     *
     * @param file its name, for messages
     * @param group the folder that it stands in
     */
    void visit(String file, String group, String json);
  }

  /**
   * Visits every case at a path, in the order of names.
   *
   * @return how many there were
   */
  public static int visit(Path path, Visitor visitor) throws IOException {
    if (Files.isRegularFile(path) && path.toString().endsWith(".zip")) {
      try (FileSystem zip = FileSystems.newFileSystem(path)) {
        int visited = 0;
        for (Path root : zip.getRootDirectories()) {
          visited += visitTree(root, path + "!", visitor);
        }
        return visited;
      }
    }
    return visitTree(path, "", visitor);
  }

  private static int visitTree(Path root, String prefix, Visitor visitor) throws IOException {
    List<Path> files;
    try (Stream<Path> tree = Files.walk(root)) {
      files = tree.filter(CaseFiles::isCase).sorted().toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    for (Path file : files) {
      Path folder = file.toAbsolutePath().getParent();
      Path group = folder == null ? null : folder.getFileName();
      visitor.visit(prefix + file, group == null ? "" : group.toString(), Files.readString(file));
    }
    return files.size();
  }

  private static boolean isCase(Path file) {
    return Files.isRegularFile(file) && file.toString().endsWith(".json");
  }
}
